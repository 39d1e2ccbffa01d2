import type { RunScope } from '../planner/planner.ts'
import { type Message, toText } from '../protocol/message.ts'

/** Sends the events that make a message a client may have missed. The thread itself stays as it is. */
export function restate({ emitter, write }: RunScope, message: Message): void {
  const metadata = message.metadata === undefined ? {} : { metadata: message.metadata }
  const { id: messageId } = message
  switch (message.role) {
    case 'tool': {
      const { toolCallId } = message
      const content = toText(message.content)
      emitter.restate({ type: 'TOOL_CALL_RESULT', messageId, toolCallId, content, role: 'tool', ...metadata })
      return
    }
    case 'assistant': {
      if (message.content !== undefined) {
        emitter.restate({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant', ...metadata })
        emitter.restate({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta: message.content })
        emitter.restate({ type: 'TEXT_MESSAGE_END', messageId })
      }
      for (const call of message.toolCalls ?? []) {
        const { id: toolCallId, function: fn } = call
        const noted = call.metadata === undefined ? {} : { metadata: call.metadata }
        const start = { toolCallId, toolCallName: fn.name, parentMessageId: messageId }
        emitter.restate({ type: 'TOOL_CALL_START', ...start, ...noted })
        emitter.restate({ type: 'TOOL_CALL_ARGS', toolCallId, delta: fn.arguments })
        emitter.restate({ type: 'TOOL_CALL_END', toolCallId })
      }
      return
    }
    case 'reasoning': {
      const span = write.newId('span')
      emitter.restate({ type: 'REASONING_START', messageId: span })
      emitter.restate({ type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning', ...metadata })
      emitter.restate({ type: 'REASONING_MESSAGE_CONTENT', messageId, delta: message.content })
      emitter.restate({ type: 'REASONING_MESSAGE_END', messageId })
      emitter.restate({ type: 'REASONING_END', messageId: span })
      return
    }
    case 'activity': {
      const { activityType, content } = message
      emitter.restate({ type: 'ACTIVITY_SNAPSHOT', messageId, activityType, content, ...metadata })
      return
    }
    case 'user':
    case 'developer':
    case 'system':
      return
    default:
      message satisfies never
  }
}
