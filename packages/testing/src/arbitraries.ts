import type { AgentEvent } from '@agui-kit/core'
import fc from 'fast-check'
import { createDice, type Dice, jsonOf, patchOf } from './arbitraries-dice.ts'
import { createModel, type Model, track } from './arbitraries-model.ts'
import { CLOSING, MOVES } from './arbitraries-moves.ts'
import { failRun, finishRun, startRun } from './arbitraries-run.ts'

/** What a generated stream may be. */
export interface LegalStreamOptions {
  /** The number of decisions at most; a decision makes an event or closes a run. Default 60. */
  readonly maxDecisions?: number
  /** Whether the last run ends. Default `true`; else the stream may break off anywhere. */
  readonly complete?: boolean
}

/** One decision: what to do, and the numbers its details are drawn from. */
interface Decision {
  readonly move: number
  readonly numbers: readonly number[]
}

const decision: fc.Arbitrary<Decision> = fc.record({
  move: fc.nat(999),
  numbers: fc.array(fc.nat(997), { maxLength: 16, size: 'max' }),
})

/**
 * Streams that AG-UI 1.0 allows: every event, several runs and outcomes, chunks in lanes of their own,
 * subagents, reopened items, patches that apply and such that do not. They shrink by decisions.
 *
 * @example
 * fc.assert(fc.property(legalStream(), (events) => { … }))
 */
export function legalStream(options: LegalStreamOptions = {}): fc.Arbitrary<readonly AgentEvent[]> {
  const { maxDecisions = 60, complete = true } = options
  return fc
    .array(decision, { minLength: 1, maxLength: maxDecisions, size: 'max' })
    .map((decisions) => play(decisions, complete))
}

/** Any JSON, of the kind found in states, results and metadata. */
export function jsonValue(): fc.Arbitrary<unknown> {
  return fc.array(fc.nat(997), { maxLength: 24 }).map((numbers) => jsonOf(createDice(numbers)))
}

/** Well-formed patches; whether one applies is up to the document. */
export function jsonPatch(): fc.Arbitrary<ReturnType<typeof patchOf>> {
  return fc.array(fc.nat(997), { maxLength: 24 }).map((numbers) => patchOf(createDice(numbers)))
}

/** Events of types that AG-UI does not know, which a client leaves out. */
export function unknownEvent(): fc.Arbitrary<object> {
  return fc
    .record({ type: fc.constantFrom('TEXT_MESSAGE_SEEN', 'constructor', '__proto__'), extra: jsonValue() })
    .map((event) => ({ ...event }))
}

function play(decisions: readonly Decision[], complete: boolean): readonly AgentEvent[] {
  const model = createModel()
  const events: AgentEvent[] = []
  const send = (event: AgentEvent | undefined): void => {
    if (event === undefined) return
    track(model, event)
    events.push(event)
  }
  for (const { move, numbers } of decisions) {
    const dice = createDice(numbers)
    const next = MOVES[move % (MOVES.length + 1)]
    if (model.phase !== 'active') {
      // Rule 26: a run that had finished may still turn out to have failed.
      send(model.phase === 'closed' && move % 8 === 7 ? failRun(model, dice) : startRun(model, dice))
    } else if (next !== undefined) send(next(model, dice))
    else if (move % 4 === 3) send(failRun(model, dice))
    else endRun(model, dice, send)
  }
  if (complete && model.phase === 'active') endRun(model, createDice([]), send)
  return events
}

/** Closes what is open, then ends the run (rule 27). */
function endRun(model: Model, dice: Dice, send: (event: AgentEvent | undefined) => void): void {
  for (const close of CLOSING) {
    for (let event = close(model, dice); event !== undefined; event = close(model, dice)) send(event)
  }
  send(finishRun(model, dice))
}
