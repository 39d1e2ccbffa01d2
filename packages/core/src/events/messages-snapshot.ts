import { type Issue, warning } from '../issue.ts'
import type { EventOf } from '../protocol/event.ts'
import type { Message } from '../protocol/message.ts'
import { type Draft, peek, rearrange, report } from '../thread/draft.ts'
import type { ToolCallRecord } from '../thread/thread.ts'
import { listOf, required } from './shape.ts'
import { baseFields, message } from './shapes.ts'
import type { WholeSpec } from './spec.ts'

export const messagesSnapshot: WholeSpec<EventOf<'MESSAGES_SNAPSHOT'>> = {
  kind: 'whole',
  fields: { ...baseFields, messages: required(listOf(message)) },
  lane: 'closes-all',
  reduce: (draft, event) => {
    const incoming = new Map<string, Message>()
    for (const item of event.messages) {
      // P-94: two messages under one id are undefined; the last one stands.
      if (incoming.has(item.id)) report(draft, duplicate(item.id))
      incoming.set(item.id, item)
    }
    // A producer that goes on streaming a message its snapshot left out did not mean to drop it; and one that
    // tells its history after RUN_ERROR does not take away what had been delivered.
    const { text, reasoning, phase } = draft.ledger
    const isKept = (id: string): boolean =>
      !draft.strict && (phase === 'failed' || text.has(id) || reasoning.has(id))
    const next = merge(draft.blocks.flat(), incoming, isKept)
    const changed = next.filter((item) => incoming.has(item.id) && peek(draft, item.id) !== item)
    rearrange(draft, next)
    for (const item of changed) draft.changed.add(`message:${item.id}`)
    indexToolCalls(draft, next)
    seedOwners(draft, incoming.values(), true)
  },
}

/**
 * P-90, P-91: the same id is replaced in place, a new one appended in the snapshot's order, a missing one
 * dropped, except what only the client may hold: activities stay if the snapshot has none, reasoning likewise.
 */
function merge(
  held: readonly Message[],
  incoming: ReadonlyMap<string, Message>,
  isKept: (id: string) => boolean,
): readonly Message[] {
  const roles = new Set([...incoming.values()].map((item) => item.role))
  const survives = (item: Message): boolean =>
    isKept(item.id) || ((item.role === 'activity' || item.role === 'reasoning') && !roles.has(item.role))
  const ids = new Set(held.map((item) => item.id))
  const kept = held.flatMap((item) => {
    const replacement = incoming.get(item.id)
    return replacement !== undefined ? [replacement] : survives(item) ? [item] : []
  })
  return [...kept, ...[...incoming.values()].filter((item) => !ids.has(item.id))]
}

/** Rebuilds what is known of tool calls from the messages; what was known of a call that is still there stays. */
export function indexToolCalls(draft: Draft, messages: readonly Message[]): void {
  const before = draft.fields.toolCalls
  const records = new Map<string, ToolCallRecord>()
  for (const item of messages) {
    if (item.role !== 'assistant') continue
    for (const call of item.toolCalls ?? []) {
      const known = before.get(call.id)
      records.set(call.id, { phase: 'called', ...unanswered(known), id: call.id, messageId: item.id })
    }
  }
  for (const item of messages) {
    if (item.role !== 'tool') continue
    const record = records.get(item.toolCallId)
    if (record === undefined) continue
    const { answeredAtMs } = before.get(item.toolCallId) ?? {}
    records.set(item.toolCallId, {
      ...record,
      phase: 'answered',
      resultMessageId: item.id,
      ...(answeredAtMs !== undefined && { answeredAtMs }),
    })
  }
  draft.fields.toolCalls = records
  draft.owned.add(records)
  for (const id of new Set([...before.keys(), ...records.keys()])) draft.changed.add(`toolCall:${id}`)
}

/** A record without its result: whether there still is one, the messages say. */
function unanswered(known: ToolCallRecord | undefined): Partial<ToolCallRecord> {
  if (known?.phase !== 'answered') return known ?? {}
  const { answeredAtMs: _, resultMessageId: __, ...record } = known
  return { ...record, phase: 'called' }
}

/** P-55: a snapshot's messages set the owners of their ids; the echo of an input only fills gaps. */
export function seedOwners(draft: Draft, messages: Iterable<Message>, override: boolean): void {
  const { messageOwners, callOwners, activityOwners, reasoningOwners } = draft.ledger
  for (const item of messages) {
    const owners =
      item.role === 'activity' ? activityOwners : item.role === 'reasoning' ? reasoningOwners : messageOwners
    if (override || !owners.has(item.id)) owners.set(item.id, item.subagentRunId)
    if (item.role !== 'assistant') continue
    for (const call of item.toolCalls ?? []) {
      if (override || !callOwners.has(call.id)) callOwners.set(call.id, item.subagentRunId)
    }
  }
}

function duplicate(id: string): Issue {
  return warning('message-id-duplicate', `A snapshot holds two messages "${id}"; the last one stands.`, {
    eventType: 'MESSAGES_SNAPSHOT',
    id,
  })
}
