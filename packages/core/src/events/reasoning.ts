import { warning } from '../issue.ts'
import type { EventOf, EventType, Owner } from '../protocol/event.ts'
import type { Message, ReasoningMessage } from '../protocol/message.ts'
import {
  append,
  type Draft,
  edit,
  type Mutable,
  mergeMetadata,
  own,
  peek,
  report,
  setStreaming,
} from '../thread/draft.ts'
import { fixed, oneOf, optional, required, string } from './shape.ts'
import { taggedFields } from './shapes.ts'
import { type ChunkSpec, ownerMismatch, tagOf, type Violation, violation, type WholeSpec } from './spec.ts'

const idFields = { ...taggedFields, messageId: required(string) }

type Tagged = { readonly type: EventType; readonly messageId: string; readonly subagentRunId?: string }

function checkOpening(draft: Draft, event: Tagged, open: ReadonlyMap<string, Owner>): Violation | undefined {
  if (open.has(event.messageId)) {
    return violation(
      'item-already-open',
      event,
      'apply',
      `Reasoning "${event.messageId}" is already open.`,
      event.messageId,
    )
  }
  const { reasoningOwners } = draft.ledger
  return reasoningOwners.has(event.messageId)
    ? ownerMismatch(event, reasoningOwners.get(event.messageId), event.messageId)
    : undefined
}

function checkOpen(
  event: Tagged,
  open: ReadonlyMap<string, Owner>,
  reading: Violation['reading'],
): Violation | undefined {
  if (!open.has(event.messageId)) {
    return violation(
      'item-not-open',
      event,
      reading,
      `Reasoning "${event.messageId}" is not open.`,
      event.messageId,
    )
  }
  return ownerMismatch(event, open.get(event.messageId), event.messageId)
}

function openReasoning(draft: Draft, event: Tagged, open: Map<string, Owner>): void {
  const { reasoningOwners } = draft.ledger
  if (!reasoningOwners.has(event.messageId)) reasoningOwners.set(event.messageId, event.subagentRunId)
  open.set(event.messageId, reasoningOwners.get(event.messageId))
}

// P-47: a span mints no message, and may share its id with one.
export const reasoningStart: WholeSpec<EventOf<'REASONING_START'>> = {
  kind: 'whole',
  fields: idFields,
  lane: 'closes-own',
  check: (draft, event) => checkOpening(draft, event, draft.ledger.spans),
  reduce: (draft, event) => openReasoning(draft, event, draft.ledger.spans),
}

export const reasoningEnd: WholeSpec<EventOf<'REASONING_END'>> = {
  kind: 'whole',
  fields: idFields,
  lane: 'closes-own',
  check: (draft, event) => checkOpen(event, draft.ledger.spans, 'skip'),
  reduce: (draft, event) => {
    draft.ledger.spans.delete(event.messageId)
  },
}

export const reasoningMessageStart: WholeSpec<EventOf<'REASONING_MESSAGE_START'>> = {
  kind: 'whole',
  fields: { ...idFields, role: fixed('reasoning') },
  lane: 'closes-own',
  check: (draft, event) => checkOpening(draft, event, draft.ledger.reasoning),
  reduce: (draft, event) => {
    openReasoning(draft, event, draft.ledger.reasoning)
    const held = peek(draft, event.messageId)
    if (held === undefined) {
      append(draft, {
        id: event.messageId,
        role: 'reasoning',
        content: '',
        ...tagOf(event),
        ...(event.metadata && { metadata: { ...event.metadata } }),
      })
    } else if (held.role === 'reasoning') {
      mergeMetadata(edit(draft, event.messageId) as Mutable<ReasoningMessage>, event.metadata)
    } else {
      reportConflict(draft, event, held)
    }
    setStreaming(draft, event.messageId, true)
  },
}

export const reasoningMessageContent: WholeSpec<EventOf<'REASONING_MESSAGE_CONTENT'>> = {
  kind: 'whole',
  fields: { ...idFields, delta: required(string) },
  lane: 'closes-own',
  check: (draft, event) => checkOpen(event, draft.ledger.reasoning, 'apply'),
  reduce: (draft, event) => {
    const held = peek(draft, event.messageId)
    if (held === undefined) {
      if (!draft.ledger.reasoning.has(event.messageId)) {
        append(draft, { id: event.messageId, role: 'reasoning', content: event.delta, ...tagOf(event) })
        return
      }
      report(
        draft,
        warning(
          'item-unknown',
          `Reasoning "${event.messageId}" was dropped by a snapshot; its text goes nowhere.`,
          { eventType: event.type, id: event.messageId },
        ),
      )
      return
    }
    if (held.role !== 'reasoning') {
      reportConflict(draft, event, held)
      return
    }
    const message = edit(draft, event.messageId) as Mutable<ReasoningMessage>
    message.content += event.delta
    mergeMetadata(message, event.metadata)
  },
}

export const reasoningMessageEnd: WholeSpec<EventOf<'REASONING_MESSAGE_END'>> = {
  kind: 'whole',
  fields: idFields,
  lane: 'closes-own',
  check: (draft, event) => checkOpen(event, draft.ledger.reasoning, 'skip'),
  reduce: (draft, event) => {
    draft.ledger.reasoning.delete(event.messageId)
    if (event.metadata && peek(draft, event.messageId)?.role === 'reasoning') {
      mergeMetadata(edit(draft, event.messageId) as Mutable<ReasoningMessage>, event.metadata)
    }
    setStreaming(draft, event.messageId, false)
  },
}

export const reasoningMessageChunk: ChunkSpec<EventOf<'REASONING_MESSAGE_CHUNK'>> = {
  kind: 'chunk',
  fields: { ...taggedFields, messageId: optional(string), delta: optional(string) },
  lane: 'reasoning',
  id: (event) => event.messageId,
  needs: [],
  fixed: () => ({}),
  implied: {},
  open: (id) => ({ type: 'REASONING_MESSAGE_START', messageId: id, role: 'reasoning' }),
  content: (id, delta) => ({ type: 'REASONING_MESSAGE_CONTENT', messageId: id, delta }),
  close: (id) => ({ type: 'REASONING_MESSAGE_END', messageId: id }),
}

export const reasoningEncryptedValue: WholeSpec<EventOf<'REASONING_ENCRYPTED_VALUE'>> = {
  kind: 'whole',
  fields: {
    ...taggedFields,
    subtype: required(oneOf('tool-call', 'message')),
    entityId: required(string),
    encryptedValue: required(string),
  },
  lane: 'leaves-open',
  check: (draft, event) => {
    const { callOwners, messageOwners, reasoningOwners } = draft.ledger
    const owners =
      event.subtype === 'tool-call'
        ? callOwners
        : messageOwners.has(event.entityId)
          ? messageOwners
          : reasoningOwners
    return owners.has(event.entityId)
      ? ownerMismatch(event, owners.get(event.entityId), event.entityId)
      : undefined
  },
  // P-48: opaque, stored and returned unmodified; its metadata is not merged.
  reduce: (draft, event) => {
    if (!(event.subtype === 'message' ? sealMessage(draft, event) : sealToolCall(draft, event))) {
      report(
        draft,
        warning(
          'encrypted-value-lost',
          `No ${event.subtype} "${event.entityId}" to keep the encrypted value on.`,
          { eventType: event.type, id: event.entityId },
        ),
      )
    }
  },
}

function sealMessage(draft: Draft, event: EventOf<'REASONING_ENCRYPTED_VALUE'>): boolean {
  const held = peek(draft, event.entityId)
  if (held === undefined || held.role === 'activity') return false
  const message = edit(draft, event.entityId) as Mutable<ReasoningMessage>
  message.encryptedValue = event.encryptedValue
  return true
}

function sealToolCall(draft: Draft, event: EventOf<'REASONING_ENCRYPTED_VALUE'>): boolean {
  const record = draft.fields.toolCalls.get(event.entityId)
  const message = record === undefined ? undefined : edit(draft, record.messageId)
  if (message?.role !== 'assistant') return false
  message.toolCalls = own(draft, message.toolCalls ?? [], (calls) => calls.slice()).map((call) =>
    call.id === event.entityId ? { ...call, encryptedValue: event.encryptedValue } : call,
  )
  draft.changed.add(`toolCall:${event.entityId}`)
  draft.cursor = undefined
  return true
}

function reportConflict(draft: Draft, event: Tagged, held: Message): void {
  report(
    draft,
    warning(
      'message-role-conflict',
      `Reasoning for "${event.messageId}", which is a message of role ${held.role}, goes nowhere.`,
      { eventType: event.type, id: event.messageId },
    ),
  )
}
