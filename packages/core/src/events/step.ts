import type { EventOf } from '../protocol/event.ts'
import { setField } from '../thread/draft.ts'
import { ownerField } from '../thread/thread.ts'
import { required, string } from './shape.ts'
import { taggedFields } from './shapes.ts'
import { violation, type WholeSpec } from './spec.ts'

const fields = { ...taggedFields, stepName: required(string) }

export const stepStarted: WholeSpec<EventOf<'STEP_STARTED'>> = {
  kind: 'whole',
  fields,
  lane: 'closes-own',
  // P-40: a step is keyed by its owner and its name, in nested maps: '' is an owner, absence another.
  check: (draft, event) =>
    draft.ledger.steps.get(event.subagentRunId)?.has(event.stepName)
      ? violation(
          'step-already-open',
          event,
          'skip',
          `Step "${event.stepName}" is already open.`,
          event.stepName,
        )
      : undefined,
  reduce: (draft, event) => {
    const { steps } = draft.ledger
    const open = steps.get(event.subagentRunId) ?? new Set()
    steps.set(event.subagentRunId, open.add(event.stepName))
    const step = {
      name: event.stepName,
      ...ownerField(event.subagentRunId),
      status: 'open' as const,
      startedAtMs: draft.now(),
    }
    setField(draft, 'steps', [...draft.fields.steps, step])
  },
}

export const stepFinished: WholeSpec<EventOf<'STEP_FINISHED'>> = {
  kind: 'whole',
  fields,
  lane: 'closes-own',
  check: (draft, event) =>
    draft.ledger.steps.get(event.subagentRunId)?.has(event.stepName)
      ? undefined
      : violation('step-not-open', event, 'skip', `Step "${event.stepName}" is not open.`, event.stepName),
  reduce: (draft, event) => {
    draft.ledger.steps.get(event.subagentRunId)?.delete(event.stepName)
    const steps = draft.fields.steps.map((step) =>
      step.name === event.stepName && step.owner === event.subagentRunId && step.status === 'open'
        ? { ...step, status: 'done' as const, endedAtMs: draft.now() }
        : step,
    )
    setField(draft, 'steps', steps)
  },
}
