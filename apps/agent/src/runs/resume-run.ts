import { type Decision, isRepeated } from '../interrupts/check-resume.ts'
import { type InterruptRecord, isOpen, type Resumption } from '../interrupts/interrupt-record.ts'
import { settleDecisions } from '../interrupts/settle.ts'
import type { PlanEnd, Planner, RunScope } from '../planner/planner.ts'
import type { RunOutcome } from '../protocol/event.ts'
import type { Message } from '../protocol/message.ts'
import { emitMessages } from './messages-snapshot.ts'
import { restate } from './restate.ts'

/**
 * Carries out decisions and goes on from there. A resume that was answered before is answered again from
 * the thread; one that was cut short goes on where it stopped. Either way nothing is executed twice.
 */
export async function resumeRun(
  planner: Planner,
  scope: RunScope,
  decisions: readonly Decision[],
  added: readonly Message[],
  conclude: (end: PlanEnd) => RunOutcome,
): Promise<RunOutcome> {
  const { thread } = scope
  const interruptIds = decisions.map(({ record }) => record.interrupt.id)
  const isRepeat = decisions.every(isRepeated)
  restateResults(
    scope,
    decisions.filter(isRepeated).map(({ record }) => record),
  )

  const earlier = thread.current().resumptions.find((other) => covers(other, interruptIds))
  if (isRepeat && earlier?.outcome !== undefined) return repeat(scope, earlier, earlier.outcome)
  if (earlier !== undefined) await dropHalfDone(scope, earlier)

  const settled = await settleDecisions(scope, decisions)
  const before = new Set(thread.current().messages.map((message) => message.id))
  const follow = (outcome?: RunOutcome): void => {
    const messageIds = thread.current().messages.flatMap(({ id }) => (before.has(id) ? [] : [id]))
    thread.change(({ resumptions }) => ({
      resumptions: [
        ...resumptions.filter((other) => !covers(other, interruptIds)),
        { interruptIds, messageIds, ...(outcome === undefined ? {} : { outcome }) },
      ],
    }))
  }
  try {
    let end = await planner.resume(scope, settled)
    const isAskedMore = added.some((message) => message.role === 'user')
    if (end.kind === 'done' && isAskedMore) end = await planner.start(scope)
    const outcome = conclude(end)
    follow(outcome)
    return outcome
  } catch (error) {
    follow()
    throw error
  }
}

const covers = (resumption: Resumption, interruptIds: readonly string[]): boolean =>
  interruptIds.every((id) => resumption.interruptIds.includes(id))

const isHeld = (scope: RunScope, messageId: string): boolean =>
  scope.input.messages.some((message) => message.id === messageId)

function restateResults(scope: RunScope, records: readonly InterruptRecord[]): void {
  for (const { settled } of records) {
    const messageId = settled !== undefined && 'messageId' in settled ? settled.messageId : undefined
    const result = scope.thread.current().messages.find((message) => message.id === messageId)
    if (result !== undefined && !isHeld(scope, result.id)) restate(scope, result)
  }
}

/** What followed is said again under the same ids; what the client holds already is not. */
function repeat(scope: RunScope, earlier: Resumption, outcome: RunOutcome): RunOutcome {
  const { messages, interrupts, state } = scope.thread.current()
  for (const message of messages) {
    if (earlier.messageIds.includes(message.id) && !isHeld(scope, message.id)) restate(scope, message)
  }
  scope.emitter.emit({ type: 'STATE_SNAPSHOT', snapshot: state })
  emitMessages(scope)
  if (outcome.type !== 'interrupt') return outcome
  const openIds = new Set(interrupts.filter(isOpen).map((record) => record.interrupt.id))
  const open = outcome.interrupts.filter((interrupt) => openIds.has(interrupt.id))
  return open.length > 0 ? { type: 'interrupt', interrupts: open } : { type: 'success' }
}

/** What a cut run had begun to say is taken back, since it is about to be said whole. */
async function dropHalfDone(scope: RunScope, { messageIds }: Resumption): Promise<void> {
  const { messages } = scope.thread.current()
  const kept = messages.filter((message) => !messageIds.includes(message.id))
  if (kept.length === messages.length) return
  scope.thread.change(() => ({ messages: kept }))
  await scope.thread.save()
  emitMessages(scope)
}
