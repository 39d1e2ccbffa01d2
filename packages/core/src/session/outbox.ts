import { KitError } from '../error.ts'
import type { ResumeEntry } from '../protocol/run.ts'
import type { Draft } from '../thread/draft.ts'
import { decide, deliver, isExpired, markExpired, undecide } from '../thread/interrupts.ts'
import type { Delivery, OpenInterrupt, RunFailure, RunState } from '../thread/thread.ts'
import type { Answer } from './session-types.ts'

/** The entry an answer becomes. A null payload cannot be sent, so it is no payload (P-17). */
function toEntry(interruptId: string, answer: Answer): ResumeEntry {
  return answer.status === 'resolved' && answer.payload !== undefined && answer.payload !== null
    ? { interruptId, status: 'resolved', payload: answer.payload }
    : { interruptId, status: answer.status }
}

/** The open interrupt an answer is for (P-106), or an error that says why it cannot be given. */
export function findAnswerable(
  draft: Draft,
  interruptId: string,
  answer: Answer,
  serverNowMs: number,
): OpenInterrupt {
  const open = draft.fields.interrupts.find((candidate) => candidate.interrupt.id === interruptId)
  if (open === undefined) {
    throw new KitError(
      'interrupt-unknown',
      `Interrupt "${interruptId}" is not open on this thread. It was answered, or a newer run has replaced it, so an answer would go nowhere. Show the thread as it is now.`,
      { interruptIds: [interruptId] },
    )
  }
  const undecided = open.decision === undefined || open.decision.delivery === 'failed'
  if (undecided && answer.status === 'resolved' && isExpired(open, serverNowMs)) {
    // An expired one may be cancelled, never resolved.
    throw new KitError(
      'interrupt-expired',
      `Interrupt "${interruptId}" expired at ${open.interrupt.expiresAt ?? 'a time the agent knows'}. The agent would refuse the answer. Cancel it to go on, and ask again.`,
      { interruptIds: [interruptId] },
    )
  }
  return open
}

/** Whether the answer already given stands: the first decision wins until the agent refused it. */
export function isDecided(open: OpenInterrupt): boolean {
  return open.decision !== undefined && open.decision.delivery !== 'failed'
}

/** Puts the answer in the outbox. */
export function putAnswer(draft: Draft, interruptId: string, answer: Answer, serverNowMs: number): void {
  const open = draft.fields.interrupts.find((candidate) => candidate.interrupt.id === interruptId)
  decide(draft, interruptId, toEntry(interruptId, answer), open !== undefined && isExpired(open, serverNowMs))
}

/** Takes an answer back that has not reached the agent. */
export function takeBack(draft: Draft, interruptId: string): void {
  const open = draft.fields.interrupts.find((candidate) => candidate.interrupt.id === interruptId)
  const delivery = open?.decision?.delivery
  if (delivery === 'queued' || delivery === 'failed') undecide(draft, interruptId)
}

/**
 * The entries of a resume, once every open interrupt has an answer (P-105); else `undefined`. They are what
 * was decided, so that a second attempt sends the same (P-111).
 */
export function resumeEntries(draft: Draft): readonly ResumeEntry[] | undefined {
  const { interrupts } = draft.fields
  const entries = interrupts.flatMap((open) => (open.decision === undefined ? [] : [open.decision.entry]))
  return interrupts.length > 0 && entries.length === interrupts.length ? entries : undefined
}

/** What the end of a run, or a stop before one, says about the delivery of the answers. */
export function settleDelivery(draft: Draft, run: RunState): void {
  const are = (delivery: Delivery): boolean =>
    draft.fields.interrupts.some((open) => open.decision?.delivery === delivery)
  if (!are('sending')) {
    // All are given and none has left: the tools they waited for were stopped. They may be given anew.
    if (are('queued') && resumeEntries(draft) !== undefined) deliver(draft, 'failed')
    return
  }
  if (run.kind === 'truncated') deliver(draft, 'unconfirmed')
  else if (run.kind === 'failed') {
    if (run.failure.code === 'interrupt-expired') markExpired(draft)
    const delivery = isRefusal(run.failure) ? 'failed' : 'unconfirmed'
    deliver(draft, delivery, { failure: run.failure })
  }
}

/** What an agent says when it broke down itself: the decision may have been stored, or carried out. */
const BROKE_DOWN: ReadonlySet<string | undefined> = new Set([
  'interrupted',
  'internal',
  'upstream-unavailable',
])

/**
 * Whether a failure proves that the decision was not taken in. A request that got no answer, and an answer
 * that a proxy may have given after the agent had the request (409, 5xx), prove nothing.
 */
function isRefusal({ source, code, details }: RunFailure): boolean {
  if (source === 'client' || code === 'transport-refused') return true
  if (source === 'agent') return !BROKE_DOWN.has(code)
  const status = details?.status ?? 0
  return code === 'transport-http-status' && status >= 400 && status < 500 && status !== 408 && status !== 409
}
