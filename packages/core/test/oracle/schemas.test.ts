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

function check(text: string): void {
  const { says, event, codes } = judge(text, false)
  const tolerant = judge(text, true)
  const schema = EventSchema.safeParse(JSON.parse(text))
  const told = `${text} → ${says} ${codes.join(', ')}`
  if (schema.success) expect(says, told).toBe('event')
  else if (says !== 'fatal') {
    expect(
      codes.some((code) => EXCUSES.some((excuse) => code.startsWith(excuse))),
      told,
    ).toBe(true)
  }
  // Whatever was mended, what goes on is an event to the letter, in tolerant mode too, which refuses no more.
  if (says === 'event') expect(EventSchema.safeParse(event).error, told).toBeUndefined()
  if (tolerant.says === 'event') expect(EventSchema.safeParse(tolerant.event).error, told).toBeUndefined()
  if (tolerant.says !== says) expect([says, tolerant.says], told).toEqual(['fatal', 'event'])
}

describe('the official schemas', () => {
  it('know every event as one', () => {
    for (const event of everyEvent) check(JSON.stringify(event))
  })

  it('refuse what we refuse, in every event with one thing wrong', () => {
    fc.assert(
      fc.property(fc.constantFrom(...everyEvent), mutation, (event, change) =>
        check(mutate(event, [change])),
      ),
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
            check(
              mutate(
                event,
                mine.map(([, change]) => change),
              ),
            )
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
