import { checkResume, type Decision, isRepeated } from '../interrupts/check-resume.ts'
import type { ToolClient } from '../mcp/tool-outcome.ts'
import { threadLang } from '../planner/lang.ts'
import type { PlanEnd, Planner, RunScope } from '../planner/planner.ts'
import type { RunOutcome } from '../protocol/event.ts'
import { isSameJson } from '../protocol/json.ts'
import type { RunInput } from '../protocol/run-input.ts'
import type { Stores } from '../threads/current-thread.ts'
import { type MergedMessages, mergeMessages } from '../threads/merge-messages.ts'
import type { ThreadRecord } from '../threads/thread-store.ts'
import { createEmitter } from './emitter.ts'
import { closeLostCalls, endRun, ensureStarted } from './end-run.ts'
import { emitMessages } from './messages-snapshot.ts'
import { resumeRun } from './resume-run.ts'
import { createRunLog } from './run-log.ts'
import type { RunClaim } from './run-store.ts'
import { createRunWriter } from './run-writer.ts'
import { createThreadDraft } from './thread-draft.ts'
import { createToolRunner } from './tool-runner.ts'

/** What every run needs from its surroundings. */
export interface RunContext extends Stores {
  readonly tools: ToolClient
  readonly planner: Planner
  readonly now: () => number
  readonly newUuid: () => string
  readonly paceMs: number
  readonly approvalTtlMs: number
  readonly maxResultChars: number
  readonly saveEveryFrames: number
  /** How often a silent run is looked after: is whoever performs it still there? */
  readonly watchMs: number
  /** Told of faults that are ours; the person only learns that something went wrong. */
  readonly onFault: (error: unknown) => void
}

export interface RunRequest {
  readonly input: RunInput
  /** The thread before this run. */
  readonly stored: ThreadRecord
  readonly claim: RunClaim
  readonly signal: AbortSignal
  readonly toResultUrl: (threadId: string, toolCallId: string) => string
  readonly onLost: (error: unknown) => void
}

/** Performs one run from RUN_STARTED to its end. Never rejects: whatever happens ends in the log. */
export async function executeRun(context: RunContext, request: RunRequest): Promise<void> {
  const scope = createScope(context, request)
  const end = await perform(context, scope).then(
    (outcome) => ({ kind: 'done' as const, outcome }),
    (error: unknown) => ({ kind: 'thrown' as const, error }),
  )
  await endRun(scope, end, context.onFault)
}

function createScope(context: RunContext, request: RunRequest): RunScope {
  const { input, stored, claim, signal, toResultUrl, onLost } = request
  const { store, tools, now, newUuid, paceMs, approvalTtlMs, maxResultChars, saveEveryFrames } = context
  const draft = createThreadDraft({ ...stored, run: { runId: input.runId, nextIndex: 0, open: [] } })
  const log = createRunLog({ claim, thread: draft, saveEveryFrames, onLost })
  const thread = { ...draft, save: log.save }
  const emitter = createEmitter(log, draft, signal)
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
  return { input, lang, signal, thread, log, emitter, write, runner, tools, now, approvalTtlMs }
}

async function perform({ planner, now }: RunContext, scope: RunScope): Promise<RunOutcome> {
  const { input, thread, lang } = scope
  const decisions = checkResume(thread.current().interrupts, input.resume, lang, now())
  const merged = adoptInput(scope, decisions)
  // No event says what the client sent, so it is stored before anybody can see that the run began.
  await thread.save()
  ensureStarted(scope)
  tellDifferences(scope, decisions, merged)
  closeLostCalls(scope)
  const outcome =
    decisions.length > 0
      ? await resumeRun(planner, scope, decisions, merged.added, (end) => conclude(scope, end))
      : conclude(scope, await planner.start(scope))
  await thread.save()
  return outcome
}

/** Takes over what the client sent. */
function adoptInput({ input, thread }: RunScope, decisions: readonly Decision[]): MergedMessages {
  const { messages, state } = thread.current()
  const merged = mergeMessages(messages, input.messages, { keepsAll: decisions.length > 0 })
  // An empty state from the client is not a wish to forget: resumes are often sent without one.
  const isEmpty = input.state === undefined || isSameJson(input.state, {})
  const isKept = isEmpty || isBehind(decisions)
  thread.change(() => ({ messages: merged.messages, state: isKept ? state : (input.state ?? {}) }))
  return merged
}

/** Tells the client where it stands otherwise than this side knows. */
function tellDifferences(scope: RunScope, decisions: readonly Decision[], merged: MergedMessages): void {
  const { input, thread, emitter } = scope
  if (merged.differs && !isBehind(decisions)) emitMessages(scope)
  const { state } = thread.current()
  if (!isSameJson(input.state ?? {}, state)) emitter.emit({ type: 'STATE_SNAPSHOT', snapshot: state })
}

// What was decided before is told again message by message; a client that asks for it is behind.
const isBehind = (decisions: readonly Decision[]): boolean => decisions.some(isRepeated)

/**
 * Turns the end of a plan into an outcome, to be saved before it is said: a question is stored before it
 * is asked. Snapshots come first.
 */
function conclude(scope: RunScope, end: PlanEnd): RunOutcome {
  const { thread, emitter, input, lang } = scope
  const conclusion = (outcome: RunOutcome): RunOutcome => {
    thread.change(({ run }) => ({ run: run && { ...run, outcome } }))
    return outcome
  }
  if (end.kind === 'done') {
    const pending = end.pendingToolCallIds ?? []
    return conclusion({ type: 'success', ...(pending.length > 0 ? { pendingToolCallIds: pending } : {}) })
  }
  emitter.emit({ type: 'STATE_SNAPSHOT', snapshot: thread.current().state })
  emitMessages(scope)
  thread.change(({ interrupts }) => ({
    interrupts: [...interrupts, ...end.raised.map((raised) => ({ ...raised, runId: input.runId, lang }))],
  }))
  return conclusion({ type: 'interrupt', interrupts: end.raised.map((raised) => raised.interrupt) })
}
