import { isOpen } from '../interrupts/interrupt-record.ts'
import { cancelUnsettled } from '../interrupts/settle.ts'
import { type Lang, say } from '../planner/lang.ts'
import type { RunScope } from '../planner/planner.ts'
import { type AgentEvent, PROTOCOL_VERSION, type RunOutcome } from '../protocol/event.ts'
import { isServerCall, ofKit, unansweredCalls } from '../protocol/message.ts'
import { RunFailure, RunStopped } from './run-failure.ts'
import { ClaimLost } from './run-store.ts'

export type PlanResult =
  | { readonly kind: 'done'; readonly outcome: RunOutcome }
  | { readonly kind: 'thrown'; readonly error: unknown }

export function ensureStarted({ input, thread, emitter }: RunScope): void {
  const { threadId, runId } = input
  if (thread.current().run?.nextIndex !== 0) return
  emitter.record({ type: 'RUN_STARTED', threadId, runId, protocolVersion: PROTOCOL_VERSION })
}

/** Says how the run ended and sets the thread free. Who lost the thread has nothing more to say about it. */
export async function endRun(
  scope: RunScope,
  result: PlanResult,
  onFault: (error: unknown) => void,
): Promise<void> {
  const error = result.kind === 'thrown' ? result.error : undefined
  if (isLost(scope, error)) return
  if (error !== undefined && !(error instanceof RunFailure || error instanceof RunStopped)) onFault(error)
  ensureStarted(scope)
  const outcome = result.kind === 'done' ? result.outcome : closeCancelled(scope, error)
  scope.emitter.record(outcome === undefined ? toRunError(scope.lang, error) : toFinished(scope, outcome))
  await scope.log.end().catch((cause: unknown) => {
    if (!(cause instanceof ClaimLost)) onFault(cause)
  })
}

const isLost = ({ signal }: RunScope, error: unknown): boolean =>
  error instanceof ClaimLost || (signal.reason instanceof RunStopped && signal.reason.why === 'lost')

/** A cancelled run leaves nothing open, and says of each call it will not make any more that it was not made. */
function closeCancelled(scope: RunScope, error: unknown): RunOutcome | undefined {
  if (!(error instanceof RunStopped) || error.why !== 'cancelled') return undefined
  scope.emitter.closeAll()
  cancelUnsettled(scope)
  closeLostCalls(scope)
  return { type: 'cancelled' }
}

/** A run that was cut leaves calls without a result. They will not run any more, and that is said. */
export function closeLostCalls({ thread, runner, lang }: RunScope): void {
  const { messages, interrupts } = thread.current()
  const awaited = new Set(interrupts.filter(isOpen).map(({ interrupt }) => interrupt.toolCallId))
  for (const call of unansweredCalls(messages)) {
    if (!isServerCall(call) || awaited.has(call.id)) continue
    const message = say(lang, '运行中断，没有执行完。', 'The run was cut before this was done.')
    runner.answer(call.id, { status: 'cancelled', message }, { cancelled: true })
  }
}

const toFinished = ({ input }: RunScope, outcome: RunOutcome): AgentEvent => ({
  type: 'RUN_FINISHED',
  threadId: input.threadId,
  runId: input.runId,
  outcome,
})

function toRunError(lang: Lang, error: unknown): AgentEvent {
  if (error instanceof RunStopped) return toInterrupted(lang)
  const { code, message, details } = error instanceof RunFailure ? error : toInternalFailure(lang)
  const hasDetails = Object.keys(details).length > 0
  return { type: 'RUN_ERROR', code, message, ...(hasDetails ? { metadata: ofKit(details) } : {}) }
}

/** The end of a run whose agent stopped or died. */
export const toInterrupted = (lang: Lang): AgentEvent => ({
  type: 'RUN_ERROR',
  code: 'interrupted',
  message: say(
    lang,
    '助手在这次运行结束前中断了。已经显示的内容都会保留；如果刚才做了决定，可以原样再提交一次，不会重复执行。',
    'The agent went away before this run was over. What was said is kept. A decision can be sent again as it was; nothing is executed twice.',
  ),
})

const toInternalFailure = (lang: Lang): RunFailure =>
  new RunFailure(
    'internal',
    say(
      lang,
      '助手内部出错了，这次没有完成。可以重试。',
      'Something went wrong inside the agent and this run did not finish. You can try again.',
    ),
  )
