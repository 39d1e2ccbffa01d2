import { warning } from '../issue.ts'
import type { EventOf } from '../protocol/event.ts'
import type { Metadata } from '../protocol/json.ts'
import type { AssistantMessage, ToolCall, ToolMessage } from '../protocol/message.ts'
import {
  append,
  type Draft,
  dropToolCall,
  edit,
  insert,
  type Mutable,
  mergeMetadata,
  own,
  peek,
  positionOf,
  report,
  setToolCall,
} from '../thread/draft.ts'
import { BLOCK_SIZE } from '../thread/message-list.ts'
import type { ToolCallRecord } from '../thread/thread.ts'
import { jsonText, literal, onceNull, optional, required, string } from './shape.ts'
import { content, taggedFields } from './shapes.ts'
import { type ChunkSpec, ownerMismatch, tagOf, type Violation, violation, type WholeSpec } from './spec.ts'

type EditableCall = Mutable<Omit<ToolCall, 'function'>> & { function: Mutable<ToolCall['function']> }

export const toolCallStart: WholeSpec<EventOf<'TOOL_CALL_START'>> = {
  kind: 'whole',
  fields: {
    ...taggedFields,
    toolCallId: required(string),
    toolCallName: required(string),
    parentMessageId: onceNull(string),
  },
  lane: 'closes-own',
  check: (draft, event) => {
    const { calls, callOwners, messageOwners } = draft.ledger
    const id = event.toolCallId
    if (calls.has(id))
      return violation('item-already-open', event, 'apply', `Tool call "${id}" is already open.`, id)
    // P-53: an explicit tag must equal the owner of the parent message; a reopened call keeps its owner.
    const parent = event.parentMessageId
    if (parent !== undefined && messageOwners.has(parent)) {
      const fault = ownerMismatch(event, messageOwners.get(parent), parent)
      if (fault !== undefined) return fault
      if (callOwners.has(id) && callOwners.get(id) !== messageOwners.get(parent)) {
        return violation(
          'owner-mismatch',
          event,
          'apply',
          `Tool call "${id}" belongs to another subagent than message "${parent}".`,
          id,
        )
      }
    }
    return callOwners.has(id) ? ownerMismatch(event, callOwners.get(id), id) : undefined
  },
  reduce: (draft, event) => {
    const { ledger } = draft
    const id = event.toolCallId
    const inherited =
      event.parentMessageId === undefined ? undefined : ledger.messageOwners.get(event.parentMessageId)
    const owner = ledger.callOwners.has(id) ? ledger.callOwners.get(id) : (event.subagentRunId ?? inherited)
    ledger.callOwners.set(id, owner)
    ledger.calls.set(id, owner)
    const known = draft.fields.toolCalls.get(id)
    // In tolerant mode one that names another message is another call under a used id. Else a call of an
    // earlier run that is told again is a replay: its arguments are compared, not appended to what is held.
    const reused = !draft.strict && known !== undefined && isReused(draft, event, known)
    const replayed = !draft.strict && known !== undefined && !reused && !ledger.startedCalls.has(id)
    if (replayed) ledger.retold.set(id, '')
    ledger.startedCalls.add(id)
    const messageId = known !== undefined && !reused ? restate(draft, event) : place(draft, event)
    if (replayed && known.phase === 'answered') return
    if (reused) {
      dropToolCall(draft, id)
      ledger.answeredCalls.delete(id)
    }
    const { run } = draft.fields
    setToolCall(draft, id, {
      messageId,
      phase: 'args',
      startedAtMs: draft.now(),
      ...(run.kind !== 'idle' && { runId: run.runId }),
    })
  },
}

export const toolCallArgs: WholeSpec<EventOf<'TOOL_CALL_ARGS'>> = {
  kind: 'whole',
  fields: { ...taggedFields, toolCallId: required(string), delta: jsonText(required(string)) },
  lane: 'closes-own',
  check: (draft, event) =>
    checkOpen(draft, event, draft.fields.toolCalls.has(event.toolCallId) ? 'apply' : 'skip'),
  reduce: (draft, event) => {
    const { cursor, ledger } = draft
    const retold = ledger.retold.size === 0 ? undefined : ledger.retold.get(event.toolCallId)
    if (retold !== undefined) {
      ledger.retold.set(event.toolCallId, retold + event.delta)
      return
    }
    if (
      cursor !== undefined &&
      cursor.id === event.toolCallId &&
      'arguments' in cursor.target &&
      event.metadata === undefined
    ) {
      cursor.target.arguments += event.delta
      return
    }
    const call = editCall(draft, event.toolCallId)
    if (call === undefined) {
      reportLost(draft, event)
      return
    }
    call.function.arguments += event.delta
    mergeMetadata(call, event.metadata)
    draft.cursor = { id: event.toolCallId, target: call.function }
  },
}

export const toolCallEnd: WholeSpec<EventOf<'TOOL_CALL_END'>> = {
  kind: 'whole',
  fields: { ...taggedFields, toolCallId: required(string) },
  lane: 'closes-own',
  check: (draft, event) => checkOpen(draft, event, 'skip'),
  reduce: (draft, event) => {
    const id = event.toolCallId
    draft.ledger.calls.delete(id)
    if (event.metadata) {
      const call = editCall(draft, id)
      if (call !== undefined) mergeMetadata(call, event.metadata)
    }
    const record = draft.fields.toolCalls.get(id)
    if (record !== undefined) {
      settleRetold(draft, record)
      // A result may come before the end of the arguments; it stands.
      const phase = record.phase === 'answered' ? 'answered' : 'called'
      setToolCall(draft, id, { phase, calledAtMs: draft.now() })
    }
    draft.urgent = true
  },
}

export const toolCallResult: WholeSpec<EventOf<'TOOL_CALL_RESULT'>> = {
  kind: 'whole',
  fields: {
    ...taggedFields,
    messageId: required(string),
    toolCallId: required(string),
    content: required(content),
    role: optional(literal('tool')),
  },
  lane: 'closes-own',
  reduce: (draft, event) => {
    draft.ledger.answeredCalls.add(event.toolCallId)
    // P-54: a result may be another's than its call.
    draft.ledger.messageOwners.set(event.messageId, event.subagentRunId)
    const id = resultId(draft, event)
    const held = peek(draft, id)
    if (held?.role === 'tool') {
      // H4: the same result again, as in a replay, is the same message.
      const message = edit(draft, id) as Mutable<ToolMessage>
      message.content = event.content
      mergeMetadata(message, event.metadata)
    } else {
      const message: ToolMessage = {
        id,
        role: 'tool',
        toolCallId: event.toolCallId,
        content: event.content,
        ...tagOf(event),
        ...(event.metadata && { metadata: { ...event.metadata } }),
      }
      insert(draft, resultPosition(draft, event.toolCallId), message)
    }
    if (draft.fields.toolCalls.has(event.toolCallId)) {
      setToolCall(draft, event.toolCallId, {
        phase: 'answered',
        answeredAtMs: draft.now(),
        resultMessageId: id,
      })
    }
    draft.urgent = true
  },
}

export const toolCallChunk: ChunkSpec<EventOf<'TOOL_CALL_CHUNK'>> = {
  kind: 'chunk',
  fields: {
    ...taggedFields,
    toolCallId: optional(string),
    toolCallName: optional(string),
    parentMessageId: onceNull(string),
    delta: jsonText(optional(string)),
  },
  lane: 'tool',
  id: (event) => event.toolCallId,
  needs: ['toolCallName'],
  fixed: (event) => ({ toolCallName: event.toolCallName, parentMessageId: event.parentMessageId }),
  implied: {},
  open: (id, event) => ({
    type: 'TOOL_CALL_START',
    toolCallId: id,
    toolCallName: event.toolCallName ?? '',
    ...(event.parentMessageId !== undefined && { parentMessageId: event.parentMessageId }),
  }),
  content: (id, delta) => ({ type: 'TOOL_CALL_ARGS', toolCallId: id, delta }),
  close: (id) => ({ type: 'TOOL_CALL_END', toolCallId: id }),
}

function checkOpen(
  draft: Draft,
  event: EventOf<'TOOL_CALL_ARGS' | 'TOOL_CALL_END'>,
  reading: Violation['reading'],
): Violation | undefined {
  const { calls } = draft.ledger
  if (!calls.has(event.toolCallId)) {
    return violation(
      'item-not-open',
      event,
      reading,
      `Tool call "${event.toolCallId}" is not open.`,
      event.toolCallId,
    )
  }
  return event.subagentRunId === undefined
    ? undefined
    : ownerMismatch(event, calls.get(event.toolCallId), event.toolCallId)
}

/** The call, ready to be edited, with everything that holds it: arguments (P-80) and metadata (P-100) go on it. */
export function editCall(draft: Draft, id: string): EditableCall | undefined {
  const record = draft.fields.toolCalls.get(id)
  const message = record === undefined ? undefined : edit(draft, record.messageId)
  if (message?.role !== 'assistant' || message.toolCalls === undefined) return undefined
  const calls = own(draft, message.toolCalls as ToolCall[], (value) => value.slice())
  const at = calls.findIndex((call) => call.id === id)
  const held = calls[at]
  if (held === undefined) return undefined
  const call = own(draft, held, (value) => ({ ...value })) as EditableCall
  call.function = own(draft, call.function, (value) => ({ ...value }))
  calls[at] = call
  message.toolCalls = calls
  draft.changed.add(`toolCall:${id}`)
  return call
}

/** Another call under the id of one that already has its result: it names a message of its own. */
function isReused(draft: Draft, event: EventOf<'TOOL_CALL_START'>, known: ToolCallRecord): boolean {
  const parent = event.parentMessageId
  if (known.phase !== 'answered' || parent === undefined || parent === known.messageId) return false
  report(
    draft,
    warning(
      'tool-call-id-reused',
      `Tool call id "${event.toolCallId}" is used again for another call; the two are kept apart.`,
      {
        eventType: event.type,
        id: event.toolCallId,
      },
    ),
  )
  return true
}

/** The arguments as told again take the place of ones that never got a result: those may have been cut. */
function settleRetold(draft: Draft, record: ToolCallRecord): void {
  const retold = draft.ledger.retold.get(record.id)
  draft.ledger.retold.delete(record.id)
  if (retold === undefined || retold === '' || record.phase === 'answered') return
  const call = editCall(draft, record.id)
  if (call !== undefined) call.function.arguments = retold
}

/** P-79: a call that is already there stays; its name may change, with a word. */
function restate(draft: Draft, event: EventOf<'TOOL_CALL_START'>): string {
  const call = editCall(draft, event.toolCallId)
  if (call !== undefined) {
    if (call.function.name !== event.toolCallName) {
      report(
        draft,
        warning(
          'tool-name-changed',
          `Tool call "${event.toolCallId}" was "${call.function.name}" and is now "${event.toolCallName}".`,
          { eventType: event.type, id: event.toolCallId },
        ),
      )
      call.function.name = event.toolCallName
    }
    mergeMetadata(call, event.metadata)
  }
  return draft.fields.toolCalls.get(event.toolCallId)?.messageId ?? ''
}

/** P-78: the assistant message the parent id names; else a new one under that id; else under the call's id. */
function place(draft: Draft, event: EventOf<'TOOL_CALL_START'>): string {
  const call: ToolCall = {
    id: event.toolCallId,
    type: 'function',
    function: { name: event.toolCallName, arguments: '' },
    ...(event.metadata && { metadata: { ...event.metadata } }),
  }
  const parent = event.parentMessageId
  const held = parent === undefined ? undefined : peek(draft, parent)
  if (held?.role === 'assistant') {
    const message = edit(draft, held.id) as Mutable<AssistantMessage>
    message.toolCalls = [...(message.toolCalls ?? []), call]
    return held.id
  }
  if (held !== undefined) {
    report(
      draft,
      warning(
        'message-role-conflict',
        `Tool call "${event.toolCallId}" names message "${held.id}" of role ${held.role} as its parent; it gets a message of its own.`,
        { eventType: event.type, id: event.toolCallId },
      ),
    )
  }
  const id = held === undefined && parent !== undefined ? parent : freeId(draft, event.toolCallId)
  const owner = draft.ledger.callOwners.get(event.toolCallId)
  if (!draft.ledger.messageOwners.has(id)) draft.ledger.messageOwners.set(id, owner)
  append(draft, {
    id,
    role: 'assistant',
    ...(owner !== undefined && { subagentRunId: owner }),
    toolCalls: [call],
  })
  return id
}

/** H3: ids are unique per thread by the producer's duty alone; a taken one is told apart, never merged. */
function freeId(draft: Draft, wanted: string): string {
  let id = wanted
  for (let n = 2; peek(draft, id) !== undefined; n++) id = `${wanted}:${n}`
  return id
}

/** The id of a result's message: its own, unless that names something else than this call's result. */
function resultId(draft: Draft, event: EventOf<'TOOL_CALL_RESULT'>): string {
  const held = peek(draft, event.messageId)
  if (held === undefined || (held.role === 'tool' && held.toolCallId === event.toolCallId))
    return event.messageId
  report(
    draft,
    warning(
      'message-id-duplicate',
      `The result of "${event.toolCallId}" has the id of another message, "${event.messageId}"; it gets one of its own.`,
      { eventType: event.type, id: event.toolCallId },
    ),
  )
  const id = `${event.toolCallId}:result`
  // The same result again, unless it is the one of an earlier call under this id.
  return draft.fields.toolCalls.get(event.toolCallId)?.resultMessageId === id ? id : freeId(draft, id)
}

/** P-81: right after the message that owns the call, past the results already there. */
export function resultPosition(draft: Draft, toolCallId: string): number {
  const record = draft.fields.toolCalls.get(toolCallId)
  const at = record === undefined ? -1 : positionOf(draft, record.messageId)
  if (at < 0) return draft.ids.length
  let position = at + 1
  while (draft.blocks[Math.floor(position / BLOCK_SIZE)]?.[position % BLOCK_SIZE]?.role === 'tool')
    position += 1
  return position
}

function reportLost(draft: Draft, event: EventOf<'TOOL_CALL_ARGS'> & { readonly metadata?: Metadata }): void {
  report(
    draft,
    warning(
      'item-unknown',
      `Tool call "${event.toolCallId}" is not in the thread; its arguments go nowhere.`,
      { eventType: event.type, id: event.toolCallId },
    ),
  )
}
