import { EventSchema } from '@ag-ui/core/schemas'
import { legalStream } from '@agui-kit/testing/arbitraries'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDecode } from '../../src/pipeline/decode.ts'
import { everyEvent } from '../every-event.ts'
import { mutate, mutation } from './mutation.ts'

interface Verdict {
  readonly says: 'event' | 'left-out' | 'fatal'
  /** The event as it goes on: without what AG-UI does not know. */
  readonly event?: unknown
  readonly codes: readonly string[]
}

function judge(text: string, tolerant: boolean): Verdict {
  const decode = createDecode(tolerant)
  const { out, issues, fatal } = decode.step(decode.initial, [{ data: text }])
  const codes = [...issues, ...(fatal ? [fatal] : [])].map((issue) => `${issue.code} ${issue.path ?? ''}`)
  if (fatal !== undefined) return { says: 'fatal', codes }
  return out[0] === undefined ? { says: 'left-out', codes } : { says: 'event', event: out[0].event, codes }
}

/**
 * What an event may be that the schema refuses, and why:
 * - rules 7 and 9: a type, a part, a role of a message, an outcome that is not known leaves, with what holds it;
 * - rule 12: so does a text role and the subtype of an encrypted value;
 * - rule 16: certain nulls were once written for absence, and are read so;
 * - rules 18 and 19: shapes of before 1.0 are translated.
 */
const EXCUSES = ['event-unknown', 'member-unknown', 'legacy-shape', 'legacy-loss']

/** Where our verdict on an event and the schema's part without an excuse. */
function disagreement(text: string): string | undefined {
  const strict = judge(text, false)
  const tolerant = judge(text, true)
  const isLegal = EventSchema.safeParse(JSON.parse(text)).success
  const isExcused = strict.codes.some((code) => EXCUSES.some((excuse) => code.startsWith(excuse)))
  const wrong =
    isLegal && strict.says !== 'event'
      ? 'a legal event is refused'
      : !isLegal && strict.says !== 'fatal' && !isExcused
        ? 'what the schema refuses is taken'
        : // Whatever was mended, what goes on is an event to the letter.
          [strict, tolerant].some(
              ({ says, event }) => says === 'event' && !EventSchema.safeParse(event).success,
            )
          ? 'what goes on is no event'
          : tolerant.says !== strict.says && (strict.says !== 'fatal' || tolerant.says !== 'event')
            ? 'tolerant mode refuses more'
            : undefined
  return wrong && `${wrong}: ${text} is ${strict.says}, for ${strict.codes.join(', ')}`
}

describe('the official schemas', () => {
  it('know every event as one', () => {
    expect(everyEvent.map((event) => disagreement(JSON.stringify(event)))).toEqual(
      everyEvent.map(() => undefined),
    )
  })

  it('refuse what we refuse, in every event with one thing wrong', () => {
    fc.assert(
      fc.property(fc.constantFrom(...everyEvent), mutation, (event, change) => {
        expect(disagreement(mutate(event, [change]))).toBeUndefined()
      }),
      { numRuns: 8_000 },
    )
  })

  it('refuse what we refuse, in events of legal streams with several things wrong', () => {
    fc.assert(
      fc.property(
        legalStream({ maxDecisions: 20 }),
        fc.array(fc.tuple(fc.nat(99), mutation), { minLength: 1, maxLength: 4 }),
        (events, changes) => {
          for (const [at, event] of events.entries()) {
            const mine = changes.filter(([place]) => place % events.length === at)
            const text = mutate(
              event,
              mine.map(([, change]) => change),
            )
            expect(disagreement(text)).toBeUndefined()
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
