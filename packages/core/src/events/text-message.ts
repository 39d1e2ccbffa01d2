import { warning } from '../issue.ts'
import type { EventOf } from '../protocol/event.ts'
import type { AssistantMessage, Message, UserMessage } from '../protocol/message.ts'
import {
  append,
  type Draft,
  edit,
  type Mutable,
  mergeMetadata,
  peek,
  report,
  setStreaming,
} from '../thread/draft.ts'
import { oneOf, optional, required, string } from './shape.ts'
import { taggedFields } from './shapes.ts'
import { type ChunkSpec, ownerMismatch, tagOf, violation, type WholeSpec } from './spec.ts'

// A role we do not know is taken away, and absence is assistant (P-44).
const role = optional(oneOf('developer', 'system', 'assistant', 'user'))

export const textMessageStart: WholeSpec<EventOf<'TEXT_MESSAGE_START'>> = {
  kind: 'whole',
  fields: { ...taggedFields, messageId: required(string), role, name: optional(string) },
  lane: 'closes-own',
  check: (draft, event) => {
    const { text, messageOwners } = draft.ledger
    if (text.has(event.messageId)) {
      return violation(
        'item-already-open',
        event,
        'apply',
        `Message "${event.messageId}" is already open.`,
        event.messageId,
      )
    }
    // P-43: reopening a closed id appends, but within a run its owner stands.
    return messageOwners.has(event.messageId)
      ? ownerMismatch(event, messageOwners.get(event.messageId), event.messageId)
      : undefined
  },
  reduce: (draft, event) => {
    const id = event.messageId
    const { text, messageOwners } = draft.ledger
    if (!messageOwners.has(id)) messageOwners.set(id, event.subagentRunId)
    text.set(id, messageOwners.get(id))
    const held = peek(draft, id)
    if (held === undefined) {
      const message: Mutable<Message> = {
        id,
        role: event.role ?? 'assistant',
        content: '',
        ...(event.name !== undefined && { name: event.name }),
        ...tagOf(event),
        ...(event.metadata && { metadata: { ...event.metadata } }),
      }
      append(draft, message)
    } else if (isTextTarget(held)) {
      // P-30, P-43: the established role, name and owner stand; this is how text joins a call's message.
      const message = edit(draft, id) as Mutable<TextTarget>
      mergeMetadata(message, event.metadata)
    } else {
      reportConflict(draft, event, held)
    }
    setStreaming(draft, id, true)
  },
}

export const textMessageContent: WholeSpec<EventOf<'TEXT_MESSAGE_CONTENT'>> = {
  kind: 'whole',
  fields: { ...taggedFields, messageId: required(string), delta: required(string) },
  lane: 'closes-own',
  check: checkOpen,
  reduce: (draft, event) => {
    const { cursor } = draft
    if (
      cursor !== undefined &&
      cursor.id === event.messageId &&
      'content' in cursor.target &&
      event.metadata === undefined
    ) {
      cursor.target.content += event.delta
      return
    }
    appendText(draft, event)
  },
}

export const textMessageEnd: WholeSpec<EventOf<'TEXT_MESSAGE_END'>> = {
  kind: 'whole',
  fields: { ...taggedFields, messageId: required(string) },
  lane: 'closes-own',
  check: (draft, event) => {
    const fault = checkOpen(draft, event)
    return fault === undefined || fault.issue.code === 'owner-mismatch'
      ? fault
      : { ...fault, reading: 'skip' }
  },
  reduce: (draft, event) => {
    draft.ledger.text.delete(event.messageId)
    const held = peek(draft, event.messageId)
    if (event.metadata && held !== undefined && isTextTarget(held)) {
      mergeMetadata(edit(draft, event.messageId) as Mutable<TextTarget>, event.metadata)
    }
    setStreaming(draft, event.messageId, false)
  },
}

export const textMessageChunk: ChunkSpec<EventOf<'TEXT_MESSAGE_CHUNK'>> = {
  kind: 'chunk',
  fields: {
    ...taggedFields,
    messageId: optional(string),
    role,
    name: optional(string),
    delta: optional(string),
  },
  lane: 'text',
  id: (event) => event.messageId,
  needs: [],
  fixed: (event) => ({ role: event.role, name: event.name }),
  implied: { role: 'assistant' },
  open: (id, event) => ({
    type: 'TEXT_MESSAGE_START',
    messageId: id,
    ...(event.role !== undefined && { role: event.role }),
    ...(event.name !== undefined && { name: event.name }),
  }),
  content: (id, delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: id, delta }),
  close: (id) => ({ type: 'TEXT_MESSAGE_END', messageId: id }),
}

type TextTarget = AssistantMessage | UserMessage | Extract<Message, { role: 'developer' | 'system' }>

function isTextTarget(message: Message): message is TextTarget {
  return message.role !== 'tool' && message.role !== 'reasoning' && message.role !== 'activity'
}

function checkOpen(
  draft: Draft,
  event: EventOf<'TEXT_MESSAGE_CONTENT' | 'TEXT_MESSAGE_END'>,
): ReturnType<typeof ownerMismatch> {
  const { text } = draft.ledger
  if (!text.has(event.messageId)) {
    return violation(
      'item-not-open',
      event,
      'apply',
      `Message "${event.messageId}" is not open.`,
      event.messageId,
    )
  }
  return event.subagentRunId === undefined
    ? undefined
    : ownerMismatch(event, text.get(event.messageId), event.messageId)
}

function appendText(draft: Draft, event: EventOf<'TEXT_MESSAGE_CONTENT'>): void {
  const held = peek(draft, event.messageId)
  if (held === undefined) {
    // P-93: a snapshot may have dropped an open message; its later deltas have no target. Outside an open
    // message the fragment itself is all there is to show (tolerant reading).
    if (draft.ledger.text.has(event.messageId)) {
      report(
        draft,
        warning(
          'item-unknown',
          `Message "${event.messageId}" was dropped by a snapshot; its text goes nowhere.`,
          { eventType: event.type, id: event.messageId },
        ),
      )
    } else {
      append(draft, { id: event.messageId, role: 'assistant', content: event.delta, ...tagOf(event) })
    }
    return
  }
  if (!isTextTarget(held)) {
    reportConflict(draft, event, held)
    return
  }
  const message = edit(draft, event.messageId) as Mutable<TextTarget>
  mergeMetadata(message, event.metadata)
  const { content } = message
  if (content === undefined || typeof content === 'string') {
    message.content = (content ?? '') + event.delta
    draft.cursor = { id: event.messageId, target: message as Mutable<{ content: string }> }
    return
  }
  // H5: text aimed at a message made of parts joins its last text, as it would join a string; nothing held is lost.
  const parts = message as Mutable<UserMessage>
  const last = content.at(-1)
  parts.content =
    last?.type === 'text'
      ? [...content.slice(0, -1), { ...last, text: last.text + event.delta }]
      : [...content, { type: 'text', text: event.delta }]
}

/** P-45: what an id already names is never touched by text of another kind. */
function reportConflict(
  draft: Draft,
  event: EventOf<'TEXT_MESSAGE_START' | 'TEXT_MESSAGE_CONTENT'>,
  held: Message,
): void {
  report(
    draft,
    warning(
      'message-role-conflict',
      `Text for "${event.messageId}", which is a message of role ${held.role}, goes nowhere.`,
      { eventType: event.type, id: event.messageId },
    ),
  )
}
