import { type Draft, setField } from '../thread/draft.ts'
import { changeInterrupts } from '../thread/interrupts.ts'
import type { Decision, OpenInterrupt } from '../thread/thread.ts'
import type { ThreadSnapshot } from '../transport/transport.ts'

/** What is open keeps the answer given here; what the server no longer asks was answered, or is gone. */
export function adoptInterrupts(draft: Draft, snapshot: ThreadSnapshot): void {
  const { interrupts } = snapshot
  const asked = new Set(interrupts.map(({ interrupt }) => interrupt.id))
  const settled = draft.fields.interrupts.flatMap(({ interrupt, decision }) =>
    decision === undefined || asked.has(interrupt.id) ? [] : [{ ...decision, delivery: 'accepted' as const }],
  )
  if (settled.length > 0) setField(draft, 'decisions', [...draft.fields.decisions, ...settled])
  const held = new Map(draft.fields.interrupts.map((open) => [open.interrupt.id, open]))
  changeInterrupts(
    draft,
    interrupts.map(({ interrupt, runId, answered }) => {
      const { decision, ...open }: OpenInterrupt = held.get(interrupt.id) ?? {
        interrupt,
        runId,
        openedAtMs: draft.now(),
      }
      const stands = standing(decision, answered && toDecision(draft, open, answered), snapshot)
      return stands === undefined ? open : { ...open, decision: stands }
    }),
  )
}

/**
 * The decision that stands. One the server has stored cannot be changed any more; with its run over it was not
 * carried out, and sending it again does that. One that was on its way may or may not have arrived.
 */
function standing(
  given: Decision | undefined,
  stored: Decision | undefined,
  { activeRun, lastRun }: ThreadSnapshot,
): Decision | undefined {
  if (stored !== undefined) {
    const isSame = given?.delivery === 'sending' || given?.delivery === 'unconfirmed'
    const { failure: _, ...decision } = isSame ? given : stored
    return { ...decision, delivery: activeRun === undefined ? 'unconfirmed' : 'sending' }
  }
  const isRefused = lastRun?.error !== undefined && lastRun.runId === given?.runId
  return given?.delivery === 'sending' && activeRun === undefined && !isRefused
    ? { ...given, delivery: 'unconfirmed' }
    : given
}

function toDecision(
  draft: Draft,
  { interrupt }: OpenInterrupt,
  answered: NonNullable<ThreadSnapshot['interrupts'][number]['answered']>,
): Decision {
  return {
    interruptId: interrupt.id,
    entry: { interruptId: interrupt.id, ...answered },
    delivery: 'sending',
    decidedAtMs: draft.now(),
    interrupt,
    ...(interrupt.toolCallId !== undefined && { toolCallId: interrupt.toolCallId }),
  }
}
