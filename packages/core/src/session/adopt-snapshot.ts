import { messagesSnapshot } from '../events/messages-snapshot.ts'
import type { EventOf, WholeEvent } from '../protocol/event.ts'
import { type Draft, emptyLedger, setField, setStreaming, setToolCall } from '../thread/draft.ts'
import { changeInterrupts } from '../thread/interrupts.ts'
import type { RunState } from '../thread/thread.ts'
import type { ThreadSnapshot } from '../transport/transport.ts'

/**
 * Puts the server's snapshot in the place of what is held: the whole effect of all events up to its cut.
 * Whether the run goes on is in the thread's run afterwards.
 */
export function adoptSnapshot(draft: Draft, snapshot: ThreadSnapshot): void {
  messagesSnapshot.reduce(draft, { type: 'MESSAGES_SNAPSHOT', messages: snapshot.messages })
  setField(draft, 'state', snapshot.state)
  draft.fields.stateDiverged = false
  adoptInterrupts(draft, snapshot)
  draft.ledger = emptyLedger()
  for (const id of draft.fields.streaming) setStreaming(draft, id, false)
  const { activeRun, lastRun } = snapshot
  if (activeRun !== undefined) {
    draft.ledger.phase = 'active'
    const startedAtMs = startOf(draft)
    setField(draft, 'run', { kind: 'running', runId: activeRun.runId, startedAtMs })
    for (const opener of activeRun.open) reopen(draft, opener)
  } else if (lastRun !== undefined) {
    setField(draft, 'run', toRunState(draft, lastRun))
  }
  draft.urgent = true
}

function startOf({ fields, now }: Draft): number {
  return 'startedAtMs' in fields.run ? fields.run.startedAtMs : now()
}

/** What is open keeps the answer given here; what the server no longer asks was answered, or is gone. */
function adoptInterrupts(draft: Draft, { interrupts }: ThreadSnapshot): void {
  const asked = new Set(interrupts.map(({ interrupt }) => interrupt.id))
  const settled = draft.fields.interrupts.flatMap(({ interrupt, decision }) =>
    decision === undefined || asked.has(interrupt.id) ? [] : [{ ...decision, delivery: 'accepted' as const }],
  )
  if (settled.length > 0) setField(draft, 'decisions', [...draft.fields.decisions, ...settled])
  const held = new Map(draft.fields.interrupts.map((open) => [open.interrupt.id, open]))
  changeInterrupts(
    draft,
    interrupts.map(
      ({ interrupt, runId }) => held.get(interrupt.id) ?? { interrupt, runId, openedAtMs: draft.now() },
    ),
  )
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

type Opener = (draft: Draft, event: never) => void

/** Enters one open item into the ledger; its content is already there, in the snapshot's messages. */
const OPENERS: ReadonlyMap<string, Opener> = new Map<string, Opener>([
  [
    'TEXT_MESSAGE_START',
    (draft, event: EventOf<'TEXT_MESSAGE_START'>) => {
      draft.ledger.text.set(event.messageId, event.subagentRunId)
      setStreaming(draft, event.messageId, true)
    },
  ],
  [
    'REASONING_MESSAGE_START',
    (draft, event: EventOf<'REASONING_MESSAGE_START'>) => {
      draft.ledger.reasoning.set(event.messageId, event.subagentRunId)
      setStreaming(draft, event.messageId, true)
    },
  ],
  [
    'REASONING_START',
    ({ ledger }, event: EventOf<'REASONING_START'>) => {
      ledger.spans.set(event.messageId, event.subagentRunId)
    },
  ],
  [
    'TOOL_CALL_START',
    (draft, event: EventOf<'TOOL_CALL_START'>) => {
      draft.ledger.calls.set(event.toolCallId, event.subagentRunId)
      draft.ledger.startedCalls.add(event.toolCallId)
      if (draft.fields.toolCalls.has(event.toolCallId))
        setToolCall(draft, event.toolCallId, { phase: 'args' })
    },
  ],
  [
    'STEP_STARTED',
    ({ ledger }, event: EventOf<'STEP_STARTED'>) => {
      const open = ledger.steps.get(event.subagentRunId) ?? new Set()
      ledger.steps.set(event.subagentRunId, open.add(event.stepName))
    },
  ],
  [
    'SUBAGENT_STARTED',
    ({ ledger }, event: EventOf<'SUBAGENT_STARTED'>) => {
      ledger.subagents.set(event.subagentRunId, 'active')
    },
  ],
])

function reopen(draft: Draft, event: WholeEvent): void {
  OPENERS.get(event.type)?.(draft, event as never)
}
