import type { AgentEvent, EventOf } from '../protocol/event.ts'
import type { Json, JsonObject } from '../protocol/json.ts'
import type { AssistantMessage, Message, ToolCall, ToolMessage } from '../protocol/message.ts'
import { applyOwnPatch } from './json-pointer-patch.ts'

/** What a client shows of a thread: exactly the effect of the events it was sent. */
export interface ThreadView {
  readonly messages: readonly Message[]
  readonly state: Json
}

/** The effect of one of our own events, by the rules a client follows. */
export function applyEvent(view: ThreadView, event: AgentEvent): ThreadView {
  switch (event.type) {
    case 'TEXT_MESSAGE_START':
      return withMessage(view, { id: event.messageId, role: 'assistant', content: '' }, event)
    case 'REASONING_MESSAGE_START':
      return withMessage(view, { id: event.messageId, role: 'reasoning', content: '' }, event)
    case 'TEXT_MESSAGE_CONTENT':
    case 'REASONING_MESSAGE_CONTENT':
      return edit(view, event.messageId, (message) =>
        message.role === 'assistant' || message.role === 'reasoning'
          ? { ...message, content: (message.content ?? '') + event.delta }
          : message,
      )
    case 'TOOL_CALL_START':
      return startCall(view, event)
    case 'TOOL_CALL_ARGS':
      return appendArguments(view, event)
    case 'TOOL_CALL_RESULT':
      return placeResult(view, event)
    case 'ACTIVITY_SNAPSHOT': {
      const { messageId: id, activityType, content } = event
      return withMessage(view, { id, role: 'activity', activityType, content }, event)
    }
    case 'ACTIVITY_DELTA':
      return edit(view, event.messageId, (message) =>
        message.role === 'activity'
          ? { ...message, content: applyOwnPatch(message.content, event.patch) as JsonObject }
          : message,
      )
    case 'STATE_SNAPSHOT':
      return { ...view, state: event.snapshot }
    case 'STATE_DELTA':
      return { ...view, state: applyOwnPatch(view.state, event.delta) }
    case 'MESSAGES_SNAPSHOT':
    case 'TEXT_MESSAGE_END':
    case 'TOOL_CALL_END':
    case 'REASONING_START':
    case 'REASONING_MESSAGE_END':
    case 'REASONING_END':
    case 'STEP_STARTED':
    case 'STEP_FINISHED':
    case 'RUN_STARTED':
    case 'RUN_FINISHED':
    case 'RUN_ERROR':
      // A MESSAGES_SNAPSHOT of ours is made from the view, so it changes nothing here.
      return view
    default:
      return event satisfies never
  }
}

const carried = (event: AgentEvent) => (event.metadata === undefined ? {} : { metadata: event.metadata })

function withMessage(view: ThreadView, message: Message, event: AgentEvent): ThreadView {
  const held = view.messages.some((other) => other.id === message.id)
  return held ? view : { ...view, messages: [...view.messages, { ...message, ...carried(event) }] }
}

const edit = (view: ThreadView, id: string, change: (message: Message) => Message): ThreadView => ({
  ...view,
  messages: view.messages.map((message) => (message.id === id ? change(message) : message)),
})

function startCall(view: ThreadView, event: EventOf<'TOOL_CALL_START'>): ThreadView {
  const call: ToolCall = {
    id: event.toolCallId,
    type: 'function',
    function: { name: event.toolCallName, arguments: '' },
    ...carried(event),
  }
  const parent = view.messages.find((message) => message.id === event.parentMessageId)
  if (parent === undefined) {
    const message: AssistantMessage = { id: event.parentMessageId, role: 'assistant', toolCalls: [call] }
    return { ...view, messages: [...view.messages, message] }
  }
  return edit(view, parent.id, (message) =>
    message.role === 'assistant' ? { ...message, toolCalls: [...(message.toolCalls ?? []), call] } : message,
  )
}

function appendArguments(view: ThreadView, event: EventOf<'TOOL_CALL_ARGS'>): ThreadView {
  const append = (call: ToolCall): ToolCall =>
    call.id === event.toolCallId
      ? { ...call, function: { ...call.function, arguments: call.function.arguments + event.delta } }
      : call
  const owner = findOwner(view.messages, event.toolCallId)
  if (owner === undefined) return view
  return edit(view, owner.id, (message) =>
    message.role === 'assistant' ? { ...message, toolCalls: (message.toolCalls ?? []).map(append) } : message,
  )
}

function placeResult(view: ThreadView, event: EventOf<'TOOL_CALL_RESULT'>): ThreadView {
  if (view.messages.some((message) => message.id === event.messageId)) return view
  const { messageId: id, toolCallId, content } = event
  return {
    ...view,
    messages: insertResult(view.messages, { id, role: 'tool', toolCallId, content, ...carried(event) }),
  }
}

export const findOwner = (messages: readonly Message[], toolCallId: string): Message | undefined =>
  messages.find(
    (message) =>
      message.role === 'assistant' && message.toolCalls?.some((call) => call.id === toolCallId) === true,
  )

/** A result stands right after the message that made the call, behind results already there. */
export function insertResult(messages: readonly Message[], result: ToolMessage): readonly Message[] {
  const owner = findOwner(messages, result.toolCallId)
  if (owner === undefined) return [...messages, result]
  let index = messages.indexOf(owner) + 1
  while (messages[index]?.role === 'tool') index += 1
  return messages.toSpliced(index, 0, result)
}
