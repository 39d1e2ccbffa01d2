import type { Interrupt, ResumeEntry } from '../protocol/run.ts'
import { type Draft, setField } from './draft.ts'
import type { Decision, Delivery, LegacyMark, OpenInterrupt, RunFailure } from './thread.ts'
import { findToolCall } from './tool-call-view.ts'

/** Decisions a thread remembers. */
const DECISIONS_KEPT = 500

/** When an interrupt expires, in milliseconds since the epoch; what cannot be read never does (P-108). */
export function expiresAtMs(interrupt: Interrupt): number | undefined {
  if (interrupt.expiresAt === undefined) return undefined
  const time = Date.parse(interrupt.expiresAt)
  return Number.isNaN(time) ? undefined : time
}

/** Whether an interrupt is past its deadline: now or earlier, by the server's clock (P-108). */
export function isExpired(open: OpenInterrupt, serverNowMs: number): boolean {
  const deadline = expiresAtMs(open.interrupt)
  return open.expired === true || (deadline !== undefined && deadline <= serverNowMs)
}

/** The interrupts of a run become the open ones. */
export function openInterrupts(
  draft: Draft,
  interrupts: readonly (Interrupt & { readonly legacy?: LegacyMark })[],
  runId: string,
): void {
  const openedAtMs = draft.now()
  changeInterrupts(
    draft,
    interrupts.map(({ legacy, ...interrupt }) => ({
      interrupt,
      runId,
      openedAtMs,
      ...(legacy && { legacy }),
    })),
  )
}

/** A later run has finished: what was decided becomes history, and nothing is open any more (P-104). */
export function settleInterrupts(draft: Draft): void {
  if (draft.fields.interrupts.length === 0) return
  const settled = draft.fields.interrupts.flatMap(({ decision }) =>
    decision === undefined ? [] : [{ ...decision, delivery: 'accepted' as const }],
  )
  changeInterrupts(draft, [])
  if (settled.length > 0)
    setField(draft, 'decisions', [...draft.fields.decisions, ...settled].slice(-DECISIONS_KEPT))
}

/** Notes the person's answer on an open interrupt, with what was shown. */
export function decide(draft: Draft, interruptId: string, entry: ResumeEntry, expired: boolean): void {
  changeInterrupts(
    draft,
    draft.fields.interrupts.map((open) => {
      if (open.interrupt.id !== interruptId) return open
      const { toolCallId } = open.interrupt
      const call = toolCallId === undefined ? undefined : findToolCall(draft.published, toolCallId)
      const decision: Decision = {
        interruptId,
        entry,
        delivery: 'queued',
        decidedAtMs: draft.now(),
        interrupt: open.interrupt,
        ...(toolCallId !== undefined && { toolCallId }),
        ...(call && { proposedArgs: call.call.function.arguments }),
        ...(expired && { expired }),
      }
      return { ...open, decision }
    }),
  )
}

/** Moves every given decision on its way. */
export function deliver(
  draft: Draft,
  delivery: Delivery,
  facts: { readonly runId?: string; readonly failure?: RunFailure } = {},
): void {
  changeInterrupts(
    draft,
    draft.fields.interrupts.map((open) => {
      if (open.decision === undefined) return open
      const { failure: _, ...decision } = open.decision
      return { ...open, decision: { ...decision, delivery, ...facts } }
    }),
  )
}

/** Takes an answer back: the interrupt is open again. */
export function undecide(draft: Draft, interruptId: string): void {
  changeInterrupts(
    draft,
    draft.fields.interrupts.map((open) => {
      if (open.interrupt.id !== interruptId) return open
      const { decision: _, ...rest } = open
      return rest
    }),
  )
}

/** The agent says that what was answered has expired, whatever our clock says. */
export function markExpired(draft: Draft): void {
  changeInterrupts(
    draft,
    draft.fields.interrupts.map((open) =>
      open.decision?.entry.status === 'resolved' ? { ...open, expired: true } : open,
    ),
  )
}

/** Replaces the open interrupts and marks the calls whose cards show them. */
export function changeInterrupts(draft: Draft, next: readonly OpenInterrupt[]): void {
  for (const { interrupt } of [...draft.fields.interrupts, ...next]) {
    if (interrupt.toolCallId !== undefined) draft.changed.add(`toolCall:${interrupt.toolCallId}`)
  }
  setField(draft, 'interrupts', next)
  draft.urgent = true
}
