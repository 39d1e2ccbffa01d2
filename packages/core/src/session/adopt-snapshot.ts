import { messagesSnapshot } from '../events/messages-snapshot.ts'
import { type Draft, emptyLedger, setField, setStreaming } from '../thread/draft.ts'
import { isRunLive, type RunState } from '../thread/thread.ts'
import type { ThreadSnapshot } from '../transport/transport.ts'
import { adoptInterrupts } from './adopt-interrupts.ts'
import { adoptCalls, closeBrackets, reopen } from './adopt-open.ts'

/**
 * Puts the server's snapshot in the place of what is held: the whole effect of all events up to its cut.
 * Whether the run goes on is in the thread's run afterwards.
 */
export function adoptSnapshot(draft: Draft, snapshot: ThreadSnapshot): void {
  const { activeRun, lastRun } = snapshot
  const run = activeRun ?? lastRun
  const held = new Set(draft.fields.toolCalls.keys())
  // What was open here says nothing of what is open there.
  draft.ledger = emptyLedger()
  for (const id of draft.fields.streaming) setStreaming(draft, id, false)
  messagesSnapshot.reduce(draft, { type: 'MESSAGES_SNAPSHOT', messages: snapshot.messages })
  setField(draft, 'state', snapshot.state)
  draft.fields.stateDiverged = false
  adoptInterrupts(draft, snapshot)
  if (run !== undefined) leaveRun(draft, run.runId)
  adoptCalls(draft, held, run?.runId)
  closeBrackets(draft, activeRun?.open ?? [], run?.runId)
  if (activeRun !== undefined) {
    // Before its first event the run's RUN_STARTED is still to come.
    draft.ledger.phase = activeRun.lastEventId === undefined ? 'idle' : 'active'
    const startedAtMs = startOf(draft)
    setField(draft, 'run', { kind: 'running', runId: activeRun.runId, startedAtMs })
    for (const opener of activeRun.open) reopen(draft, opener)
  } else if (lastRun !== undefined) {
    setField(draft, 'run', toRunState(draft, lastRun))
  } else if (isRunLive(draft.fields.run)) {
    const { runId } = draft.fields.run as Extract<RunState, { readonly runId: string }>
    setField(draft, 'run', { kind: 'truncated', runId, cause: 'disconnected', endedAtMs: draft.now() })
  }
  draft.urgent = true
}

function startOf({ fields, now }: Draft): number {
  return 'startedAtMs' in fields.run ? fields.run.startedAtMs : now()
}

/** The steps and the usage are the latest run's; another one has its own. */
function leaveRun(draft: Draft, runId: string): void {
  if ('runId' in draft.fields.run && draft.fields.run.runId === runId) return
  if (draft.fields.steps.length > 0) setField(draft, 'steps', [])
  if (draft.fields.usage.length > 0) setField(draft, 'usage', [])
}

function toRunState(draft: Draft, last: NonNullable<ThreadSnapshot['lastRun']>): RunState {
  const { runId, outcome, error } = last
  const endedAtMs = draft.now()
  if (error !== undefined) {
    return { kind: 'failed', runId, endedAtMs, failure: { source: 'agent', ...error } }
  }
  const ended = { kind: 'finished' as const, runId, endedAtMs }
  if (outcome?.type === 'cancelled') return { ...ended, outcome: { type: 'cancelled' } }
  const pendingToolCallIds = [...draft.fields.toolCalls.values()]
    .filter((call) => call.runId === runId && call.phase === 'called')
    .map((call) => call.id)
  return outcome?.type === 'interrupt'
    ? {
        ...ended,
        outcome: {
          type: 'interrupt',
          interruptIds: outcome.interrupts.map((item) => item.id),
          pendingToolCallIds,
        },
      }
    : {
        ...ended,
        outcome: { type: 'success', pendingToolCallIds: outcome?.pendingToolCallIds ?? pendingToolCallIds },
      }
}
