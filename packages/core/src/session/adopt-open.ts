import { catalog } from '../events/catalog.ts'
import type { WholeSpec } from '../events/spec.ts'
import type { EventOf, WholeEvent } from '../protocol/event.ts'
import { type Draft, setField, setToolCall } from '../thread/draft.ts'

/** The snapshot has the arguments whole. Calls that were not known before came with the run. */
export function adoptCalls(draft: Draft, held: ReadonlySet<string>, runId: string | undefined): void {
  const { startedCalls, answeredCalls } = draft.ledger
  for (const call of draft.fields.toolCalls.values()) {
    const isNew = runId !== undefined && !held.has(call.id)
    if (call.phase === 'args' || isNew) {
      setToolCall(draft, call.id, {
        phase: call.phase === 'args' ? 'called' : call.phase,
        ...(isNew && { runId }),
      })
    }
    if (!isNew && call.runId !== runId) continue
    startedCalls.add(call.id)
    if (call.phase === 'answered') answeredCalls.add(call.id)
  }
}

/** Steps and subagents that are open here and not there: they ended while nobody listened. */
export function closeBrackets(draft: Draft, open: readonly WholeEvent[], runId: string | undefined): void {
  const { steps, subagents } = draft.fields
  const endedAtMs = draft.now()
  const isOpenStep = (name: string, owner: string | undefined): boolean =>
    open.some(
      (event) => event.type === 'STEP_STARTED' && event.stepName === name && event.subagentRunId === owner,
    )
  if (steps.some((step) => step.status === 'open' && !isOpenStep(step.name, step.owner))) {
    setField(
      draft,
      'steps',
      steps.map((step) =>
        step.status === 'open' && !isOpenStep(step.name, step.owner)
          ? { ...step, status: 'done', endedAtMs }
          : step,
      ),
    )
  }
  const isActive = (id: string): boolean =>
    open.some((event) => event.type === 'SUBAGENT_STARTED' && event.subagentRunId === id)
  for (const item of subagents) if (item.runId === runId) draft.ledger.subagents.set(item.id, 'closed')
  if (subagents.some((item) => item.status === 'running' && !isActive(item.id))) {
    setField(
      draft,
      'subagents',
      subagents.map((item) =>
        item.status === 'running' && !isActive(item.id) ? { ...item, status: 'abandoned' } : item,
      ),
    )
  }
}

type Opener = (draft: Draft, event: never) => void

const reduceAs =
  (type: 'TEXT_MESSAGE_START' | 'REASONING_MESSAGE_START' | 'REASONING_START'): Opener =>
  (draft, event) =>
    (catalog[type] as unknown as WholeSpec<WholeEvent>).reduce(draft, event)

/** Opens one item again. What it holds so far is there already, in the snapshot's messages. */
const OPENERS: ReadonlyMap<string, Opener> = new Map<string, Opener>([
  ['TEXT_MESSAGE_START', reduceAs('TEXT_MESSAGE_START')],
  ['REASONING_MESSAGE_START', reduceAs('REASONING_MESSAGE_START')],
  ['REASONING_START', reduceAs('REASONING_START')],
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
    (draft, event: EventOf<'STEP_STARTED'>) => {
      const { stepName: name, subagentRunId: owner } = event
      const isShown = draft.fields.steps.some(
        (step) => step.status === 'open' && step.name === name && step.owner === owner,
      )
      if (!isShown) return catalog.STEP_STARTED.reduce(draft, event)
      const open = draft.ledger.steps.get(owner) ?? new Set()
      draft.ledger.steps.set(owner, open.add(name))
    },
  ],
  [
    'SUBAGENT_STARTED',
    (draft, event: EventOf<'SUBAGENT_STARTED'>) => catalog.SUBAGENT_STARTED.reduce(draft, event),
  ],
])

export function reopen(draft: Draft, event: WholeEvent): void {
  OPENERS.get(event.type)?.(draft, event as never)
}
