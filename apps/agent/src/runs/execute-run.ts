import { checkResume, type Decision, isRepeated } from '../interrupts/check-resume.ts'
import { isOpen } from '../interrupts/interrupt-record.ts'
import type { ToolClient } from '../mcp/tool-outcome.ts'
import { type Lang, say, threadLang } from '../planner/lang.ts'
import type { PlanEnd, Planner, RunScope } from '../planner/planner.ts'
import { PROTOCOL_VERSION, type RunOutcome } from '../protocol/event.ts'
import { isSameJson } from '../protocol/json.ts'
import { isServerCall, ofKit, unansweredCalls } from '../protocol/message.ts'
import type { RunInput } from '../protocol/run-input.ts'
import { mergeMessages } from '../threads/merge-messages.ts'
import type { ThreadRecord, ThreadStore } from '../threads/thread-store.ts'
import { createEmitter } from './emitter.ts'
import { emitMessages } from './messages-snapshot.ts'
import { resumeRun } from './resume-run.ts'
import { RunFailure, RunStopped } from './run-failure.ts'
import type { RunLog } from './run-log.ts'
import { createRunWriter } from './run-writer.ts'
import { createThreadDraft } from './thread-draft.ts'
import { createToolRunner } from './tool-runner.ts'

/** What every run needs from its surroundings. */
export interface RunContext {
  readonly store: ThreadStore
  readonly tools: ToolClient
  readonly planner: Planner
  readonly now: () => number
  readonly newUuid: () => string
  readonly paceMs: number
  readonly approvalTtlMs: number
  readonly maxResultChars: number
  /** Told of faults that are ours; the person only learns that something went wrong. */
  readonly onFault: (error: unknown) => void
}

export interface RunRequest {
  readonly input: RunInput
  readonly stored: ThreadRecord
  readonly log: RunLog
  readonly signal: AbortSignal
  readonly toResultUrl: (threadId: string, toolCallId: string) => string
}

/** Performs one run from RUN_STARTED to its end. Never rejects: whatever happens ends in the log. */
export async function executeRun(context: RunContext, request: RunRequest): Promise<void> {
  const { input, log, stored } = request
  const { threadId, runId } = input
  const scope = createScope(context, request)
  const { emitter, thread } = scope
  try {
    emitter.emit({ type: 'RUN_STARTED', threadId, runId, protocolVersion: PROTOCOL_VERSION })
    thread.change(() => ({ runIds: [...stored.runIds, runId] }))
    await thread.save()
    const decisions = checkResume(stored.interrupts, input.resume, scope.lang, context.now())
    const merged = adoptInput(scope, decisions)
    await thread.save()
    const outcome =
      decisions.length > 0
        ? await resumeRun(context.planner, scope, decisions, merged.added, (end) => conclude(scope, end))
        : await conclude(scope, await context.planner.start(scope))
    emitter.emit({ type: 'RUN_FINISHED', threadId, runId, outcome })
  } catch (error) {
    await thread.save().catch(context.onFault)
    if (!(error instanceof RunStopped)) reportFailure(context, scope, error)
  } finally {
    log.end()
  }
}

function createScope(context: RunContext, { input, stored, log, signal, toResultUrl }: RunRequest): RunScope {
  const { store, tools, now, newUuid, paceMs, approvalTtlMs, maxResultChars } = context
  const thread = createThreadDraft(stored, store)
  const emitter = createEmitter(log, thread, signal)
  const write = createRunWriter({ emitter, thread, newUuid, paceMs })
  const { newId } = write
  const runner = createToolRunner({
    tools,
    signal,
    emitter,
    thread,
    store,
    newId,
    maxResultChars,
    toResultUrl,
  })
  const lang = threadLang([...stored.messages, ...input.messages])
  return { input, lang, signal, thread, emitter, write, runner, tools, now, approvalTtlMs }
}

/** Takes over what the client sent, and tells it where it stands otherwise than this side knows. */
function adoptInput(scope: RunScope, decisions: readonly Decision[]) {
  const { input, thread, emitter } = scope
  const { messages, state } = thread.current()
  const merged = mergeMessages(messages, input.messages, { keepsAll: decisions.length > 0 })
  // What was decided before is told again message by message; a client that asks for it is behind.
  const isBehind = decisions.some(isRepeated)
  // An empty state from the client is not a wish to forget: resumes are often sent without one.
  const isEmpty = input.state === undefined || isSameJson(input.state, {})
  const baseline = input.state ?? {}
  thread.change(() => ({ messages: merged.messages, state: isEmpty || isBehind ? state : baseline }))
  if (merged.differs && !isBehind) emitMessages(scope)
  if (!isSameJson(baseline, thread.current().state)) {
    emitter.emit({ type: 'STATE_SNAPSHOT', snapshot: thread.current().state })
  }
  closeLostCalls(scope)
  return merged
}

/** A run that was cut leaves calls without a result. They will not run any more, and that is said. */
function closeLostCalls({ thread, runner, lang }: RunScope): void {
  const { messages, interrupts } = thread.current()
  const awaited = new Set(interrupts.filter(isOpen).map(({ interrupt }) => interrupt.toolCallId))
  for (const call of unansweredCalls(messages)) {
    if (!isServerCall(call) || awaited.has(call.id)) continue
    const message = say(lang, '运行中断，没有执行。', 'The run was cut; this was not executed.')
    runner.answer(call.id, { status: 'cancelled', message }, { cancelled: true })
  }
}

/** Turns the end of a plan into an outcome. Snapshots come first, and a question is stored before it is asked. */
async function conclude(scope: RunScope, end: PlanEnd): Promise<RunOutcome> {
  const { thread, emitter, input, lang } = scope
  if (end.kind === 'done') {
    const pending = end.pendingToolCallIds ?? []
    await thread.save()
    return { type: 'success', ...(pending.length > 0 ? { pendingToolCallIds: pending } : {}) }
  }
  emitter.emit({ type: 'STATE_SNAPSHOT', snapshot: thread.current().state })
  emitMessages(scope)
  thread.change(({ interrupts }) => ({
    interrupts: [...interrupts, ...end.raised.map((raised) => ({ ...raised, runId: input.runId, lang }))],
  }))
  await thread.save()
  return { type: 'interrupt', interrupts: end.raised.map((raised) => raised.interrupt) }
}

function reportFailure(context: RunContext, { emitter, lang }: RunScope, error: unknown): void {
  if (!(error instanceof RunFailure)) context.onFault(error)
  if (emitter.isStopped()) return
  const failure = error instanceof RunFailure ? error : toInternalFailure(lang)
  const hasDetails = Object.keys(failure.details).length > 0
  emitter.emit({
    type: 'RUN_ERROR',
    code: failure.code,
    message: failure.message,
    ...(hasDetails ? { metadata: ofKit(failure.details) } : {}),
  })
}

const toInternalFailure = (lang: Lang): RunFailure =>
  new RunFailure(
    'internal',
    say(
      lang,
      '助手内部出错了，这次没有完成。可以重试。',
      'Something went wrong inside the agent and this run did not finish. You can try again.',
    ),
  )
