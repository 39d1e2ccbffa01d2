import { type Issue, warning } from '../issue.ts'
import type { EventOf } from '../protocol/event.ts'
import type { TokenUsage } from '../protocol/run.ts'
import { judgeVersion } from '../protocol/version.ts'
import { append, type Draft, emptyLedger, peek, report, setField, setStreaming } from '../thread/draft.ts'
import { openInterrupts, settleInterrupts } from '../thread/interrupts.ts'
import type { RunOutcome } from '../thread/thread.ts'
import { indexToolCalls, seedOwners } from './messages-snapshot.ts'
import { informative, notNull, onceNull, optional, required, string } from './shape.ts'
import { baseFields, runAgentInput, runOutcome, usage } from './shapes.ts'
import { type Violation, violation, type WholeSpec } from './spec.ts'

export const runStarted: WholeSpec<EventOf<'RUN_STARTED'>> = {
  kind: 'whole',
  fields: {
    ...baseFields,
    threadId: required(string),
    runId: required(string),
    protocolVersion: optional(string),
    parentRunId: informative(string),
    input: optional(runAgentInput),
  },
  lane: 'closes-all',
  check: (draft, event) =>
    draft.ledger.phase === 'active'
      ? violation(
          'run-already-active',
          event,
          'apply',
          `Run "${event.runId}" starts inside an active run.`,
          event.runId,
        )
      : undefined,
  reduce: (draft, event) => {
    const { run } = draft.fields
    if (draft.ledger.phase === 'active') abandon(draft)
    // P-29: runs of one stream follow each other; messages and state go on, what was open does not.
    draft.ledger = emptyLedger()
    draft.ledger.phase = 'active'
    if (event.threadId !== draft.threadId) {
      report(
        draft,
        warning('thread-id-mismatch', 'RUN_STARTED names another thread than the one that was asked.', {
          eventType: event.type,
        }),
      )
    }
    reportVersion(draft, event)
    // P-36: many producers mint run ids of their own; ours was a request, theirs is what their events carry.
    setField(draft, 'run', {
      kind: 'running',
      runId: event.runId,
      startedAtMs: run.kind === 'starting' ? run.startedAtMs : draft.now(),
    })
    if (draft.fields.steps.length > 0) setField(draft, 'steps', [])
    if (draft.fields.usage.length > 0) setField(draft, 'usage', [])
    if (event.input !== undefined) echo(draft, event.input.messages)
    draft.urgent = true
  },
}

export const runFinished: WholeSpec<EventOf<'RUN_FINISHED'>> = {
  kind: 'whole',
  fields: {
    ...baseFields,
    threadId: required(string),
    runId: required(string),
    result: onceNull(notNull),
    outcome: onceNull(runOutcome),
    usage,
  },
  lane: 'closes-all',
  check: (draft, event) => {
    if (draft.ledger.phase === 'failed') {
      return violation(
        'event-after-run-end',
        event,
        'skip',
        'RUN_FINISHED after RUN_ERROR: the run stays failed.',
        event.runId,
      )
    }
    const outcome = event.outcome
    if (
      outcome?.type === 'interrupt' &&
      new Set(outcome.interrupts.map((item) => item.id)).size < outcome.interrupts.length
    ) {
      // P-109: one answer would answer two questions, so there is no reading that is safe.
      return violation(
        'interrupt-duplicate',
        event,
        'none',
        'Two interrupts of one outcome have the same id.',
      )
    }
    const open = whatIsOpen(draft)
    return open === undefined
      ? undefined
      : violation('run-left-open', event, 'apply', `RUN_FINISHED while ${open} is still open.`, event.runId)
  },
  reduce: (draft, event) => {
    const { run } = draft.fields
    const runId = run.kind === 'idle' ? event.runId : run.runId
    if (runId !== event.runId) {
      report(
        draft,
        warning('run-id-mismatch', 'RUN_FINISHED names another run than RUN_STARTED.', {
          eventType: event.type,
          runId,
        }),
      )
    }
    abandon(draft)
    draft.ledger.phase = 'closed'
    addUsage(draft, event.usage)
    const pendingToolCallIds = pending(draft, event)
    const outcome: RunOutcome =
      event.outcome?.type === 'interrupt'
        ? {
            type: 'interrupt',
            interruptIds: event.outcome.interrupts.map((item) => item.id),
            pendingToolCallIds,
          }
        : event.outcome?.type === 'cancelled'
          ? // P-33: neither success nor failure, and nothing waits for it.
            { type: 'cancelled' }
          : {
              type: 'success',
              pendingToolCallIds,
              ...(event.result !== undefined && { result: event.result }),
            }
    // What was answered is settled by the end of a later run.
    settleInterrupts(draft)
    if (event.outcome?.type === 'interrupt') openInterrupts(draft, event.outcome.interrupts, runId)
    setField(draft, 'run', { kind: 'finished', runId, outcome, endedAtMs: draft.now() })
    draft.urgent = true
  },
}

export const runError: WholeSpec<EventOf<'RUN_ERROR'>> = {
  kind: 'whole',
  fields: { ...baseFields, message: required(string), code: optional(string), usage },
  lane: 'closes-all',
  check: (draft, event) =>
    draft.ledger.phase === 'failed'
      ? violation('event-after-run-end', event, 'skip', 'A second RUN_ERROR: the first one stands.')
      : undefined,
  // P-26, P-28, P-35: also after RUN_FINISHED; it abandons what is open, keeps what was delivered, and is shown.
  reduce: (draft, event) => {
    const { run } = draft.fields
    abandon(draft)
    draft.ledger.phase = 'failed'
    addUsage(draft, event.usage)
    setField(draft, 'run', {
      kind: 'failed',
      runId: run.kind === 'idle' ? '' : run.runId,
      failure: {
        source: 'agent',
        message: event.message,
        ...(event.code !== undefined && { code: event.code }),
      },
      endedAtMs: draft.now(),
    })
    draft.urgent = true
  },
}

/** Closes everything that is open, as a run's end does: what streamed stays as it is. */
export function abandon(draft: Draft): void {
  const { ledger } = draft
  for (const id of [...ledger.text.keys(), ...ledger.reasoning.keys()]) setStreaming(draft, id, false)
  for (const map of [ledger.text, ledger.calls, ledger.reasoning, ledger.spans, ledger.steps]) map.clear()
  if (draft.fields.steps.some((step) => step.status === 'open')) {
    const endedAtMs = draft.now()
    setField(
      draft,
      'steps',
      draft.fields.steps.map((step) =>
        step.status === 'open' ? { ...step, status: 'done' as const, endedAtMs } : step,
      ),
    )
  }
  const running = [...ledger.subagents].filter(([, status]) => status === 'active').map(([id]) => id)
  if (running.length > 0) {
    for (const id of running) ledger.subagents.set(id, 'closed')
    setField(
      draft,
      'subagents',
      draft.fields.subagents.map((item) =>
        running.includes(item.id) ? { ...item, status: 'abandoned' as const } : item,
      ),
    )
  }
}

/** P-27: what RUN_FINISHED must not find, in words. */
function whatIsOpen(draft: Draft): string | undefined {
  const { text, calls, reasoning, spans, steps, subagents } = draft.ledger
  if (text.size > 0) return 'a text message'
  if (calls.size > 0) return 'a tool call'
  if (reasoning.size > 0) return 'a reasoning message'
  if (spans.size > 0) return 'a reasoning span'
  if ([...steps.values()].some((names) => names.size > 0)) return 'a step'
  if ([...subagents.values()].includes('active')) return 'a subagent'
  return undefined
}

/** P-39: a list that names calls is the truth; else the calls of this run without a result are pending. */
function pending(draft: Draft, event: EventOf<'RUN_FINISHED'>): readonly string[] {
  const named = event.outcome?.type === 'success' ? event.outcome.pendingToolCallIds : undefined
  if (named !== undefined && named.length > 0) return named
  const { startedCalls, answeredCalls } = draft.ledger
  return [...startedCalls].filter((id) => !answeredCalls.has(id))
}

/** P-37: the echo adds the messages that are not held yet, and overwrites nothing. */
function echo(draft: Draft, messages: readonly Parameters<typeof append>[1][]): void {
  const missing = messages.filter((message) => peek(draft, message.id) === undefined)
  for (const message of missing) append(draft, message)
  if (missing.length > 0) indexToolCalls(draft, draft.blocks.flat())
  seedOwners(draft, messages, false)
}

/** P-38: the entries of one run add up by provider and model. */
function addUsage(draft: Draft, entries: readonly TokenUsage[] | undefined): void {
  if (entries === undefined || entries.length === 0) return
  const sums = [...draft.fields.usage]
  for (const entry of entries) {
    const at = sums.findIndex((sum) => sum.provider === entry.provider && sum.model === entry.model)
    const sum = sums[at]
    if (sum === undefined) sums.push(entry)
    else sums[at] = add(sum, entry)
  }
  setField(draft, 'usage', sums)
}

const COUNTS = [
  'inputTokens',
  'outputTokens',
  'totalTokens',
  'reasoningTokens',
  'cachedInputTokens',
  'cacheWriteInputTokens',
] as const

function add(left: TokenUsage, right: TokenUsage): TokenUsage {
  const sum: { -readonly [K in keyof TokenUsage]: TokenUsage[K] } = { ...left }
  for (const key of COUNTS) {
    // Absent is "not reported", never zero.
    if (right[key] !== undefined) sum[key] = (left[key] ?? 0) + right[key]
  }
  return sum
}

function reportVersion(draft: Draft, event: EventOf<'RUN_STARTED'>): void {
  const verdict = judgeVersion(event.protocolVersion)
  const issue: Issue | undefined =
    verdict === 'newer'
      ? warning(
          'version-newer',
          'The agent speaks a newer version of AG-UI than 1.0; what is new in it is left out.',
          { eventType: event.type },
        )
      : verdict === 'unreadable'
        ? warning(
            'version-unreadable',
            'The agent declares a protocol version that cannot be read; it is taken for 1.0.',
            { eventType: event.type },
          )
        : undefined
  if (issue !== undefined) report(draft, issue)
}

/** P-24, P-25: what an event may do outside an active run. */
export function checkPhase(draft: Draft, event: Parameters<typeof violation>[1]): Violation | undefined {
  if (draft.ledger.phase === 'active') return undefined
  return draft.ledger.phase === 'idle'
    ? violation('run-not-started', event, 'apply', `${event.type} before RUN_STARTED.`)
    : violation('event-after-run-end', event, 'apply', `${event.type} after the end of the run.`)
}
