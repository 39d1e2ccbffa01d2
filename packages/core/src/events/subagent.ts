import type { EventOf } from '../protocol/event.ts'
import { type Draft, setField } from '../thread/draft.ts'
import type { SubagentRun } from '../thread/thread.ts'
import { notNull, onceNull, optional, required, string } from './shape.ts'
import { baseFields, subagentOutcome } from './shapes.ts'
import { violation, type WholeSpec } from './spec.ts'

// P-58: these announce; a tag without any of them is as good.
const fields = { ...baseFields, subagentRunId: required(string) }

export const subagentStarted: WholeSpec<EventOf<'SUBAGENT_STARTED'>> = {
  kind: 'whole',
  fields: {
    ...fields,
    name: required(string),
    description: optional(string),
    parentSubagentRunId: optional(string),
    parentToolCallId: optional(string),
    parentMessageId: optional(string),
  },
  lane: 'leaves-open',
  check: (draft, event) => {
    const { subagents } = draft.ledger
    const id = event.subagentRunId
    // P-59: in one run an invocation starts once; in a later run it may come back.
    if (subagents.has(id))
      return violation(
        'subagent-already-known',
        event,
        'skip',
        `Subagent "${id}" has already started in this run.`,
        id,
      )
    // P-60: a parent is announced before its child; it may have ended.
    const parent = event.parentSubagentRunId
    return parent === undefined || subagents.has(parent)
      ? undefined
      : violation(
          'subagent-parent-unknown',
          event,
          'apply',
          `Subagent "${id}" names a parent "${parent}" that has not started.`,
          id,
        )
  },
  reduce: (draft, event) => {
    draft.ledger.subagents.set(event.subagentRunId, 'active')
    const { run } = draft.fields
    upsert(draft, {
      id: event.subagentRunId,
      name: event.name,
      status: 'running',
      ...(event.description !== undefined && { description: event.description }),
      ...(event.parentSubagentRunId !== undefined && { parentId: event.parentSubagentRunId }),
      ...(event.parentToolCallId !== undefined && { parentToolCallId: event.parentToolCallId }),
      ...(event.parentMessageId !== undefined && { parentMessageId: event.parentMessageId }),
      ...(run.kind !== 'idle' && { runId: run.runId }),
    })
  },
}

export const subagentFinished: WholeSpec<EventOf<'SUBAGENT_FINISHED'>> = {
  kind: 'whole',
  fields: { ...fields, result: onceNull(notNull), outcome: optional(subagentOutcome) },
  lane: 'closes-own',
  check: checkActive,
  reduce: (draft, event) => {
    const outcome = event.outcome ?? { type: 'success' as const }
    end(draft, event.subagentRunId, {
      status: outcome.type,
      ...(event.result !== undefined && { result: event.result }),
      ...(outcome.type === 'suspended' && outcome.interruptIds && { interruptIds: outcome.interruptIds }),
    })
  },
}

export const subagentError: WholeSpec<EventOf<'SUBAGENT_ERROR'>> = {
  kind: 'whole',
  fields: { ...fields, message: required(string), code: optional(string) },
  lane: 'closes-own',
  check: checkActive,
  // P-61: the invocation failed, the run goes on.
  reduce: (draft, event) => {
    end(draft, event.subagentRunId, {
      status: 'error',
      error: { message: event.message, ...(event.code !== undefined && { code: event.code }) },
    })
  },
}

function checkActive(
  draft: Draft,
  event: EventOf<'SUBAGENT_FINISHED' | 'SUBAGENT_ERROR'>,
): ReturnType<NonNullable<typeof subagentStarted.check>> {
  const id = event.subagentRunId
  return draft.ledger.subagents.get(id) === 'active'
    ? undefined
    : violation('subagent-not-active', event, 'skip', `Subagent "${id}" is not active.`, id)
}

/** P-62, P-63: what it came to is kept; nothing of it is closed, as its events may still come. */
function end(draft: Draft, id: string, change: Partial<SubagentRun>): void {
  draft.ledger.subagents.set(id, 'closed')
  const known = draft.fields.subagents.find((subagent) => subagent.id === id)
  if (known !== undefined) upsert(draft, { ...known, ...change })
}

function upsert(draft: Draft, subagent: SubagentRun): void {
  const others = draft.fields.subagents
  const at = others.findIndex((known) => known.id === subagent.id)
  setField(draft, 'subagents', at < 0 ? [...others, subagent] : others.with(at, subagent))
}
