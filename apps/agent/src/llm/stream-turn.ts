import type { RunScope } from '../planner/planner.ts'
import { SERVER_EXECUTION } from '../protocol/message.ts'
import type { CallDelta, ChatDelta } from './chat-model.ts'

export interface ModelCall {
  readonly toolCallId: string
  readonly name: string
  readonly argsText: string
}

/**
 * Sends one answer of the model on as it comes: text and the arguments of any number of calls, told apart
 * by their index and possibly interleaved, all in one assistant message. Call ids are our own, since some
 * servers repeat theirs in every answer.
 */
export async function streamTurn(
  { emitter, write }: RunScope,
  deltas: AsyncIterable<ChatDelta>,
  isServerTool: (name: string) => boolean,
): Promise<readonly ModelCall[]> {
  const { emit } = emitter
  const messageId = write.newId('msg')
  const calls = new Map<number, ModelCall>()
  let isTextOpen = false

  const closeText = () => {
    if (isTextOpen) emit({ type: 'TEXT_MESSAGE_END', messageId })
    isTextOpen = false
  }

  const open = (delta: CallDelta): ModelCall => {
    closeText()
    const call = { toolCallId: write.newId('call'), name: delta.name ?? '', argsText: '' }
    const start = { toolCallId: call.toolCallId, toolCallName: call.name, parentMessageId: messageId }
    const metadata = isServerTool(call.name) ? { metadata: SERVER_EXECUTION } : {}
    emit({ type: 'TOOL_CALL_START', ...start, ...metadata })
    return call
  }

  for await (const delta of deltas) {
    if (delta.text !== '') {
      if (!isTextOpen) emit({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' })
      isTextOpen = true
      emit({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta: delta.text })
    }
    for (const part of delta.calls) {
      const call = calls.get(part.index) ?? open(part)
      calls.set(part.index, { ...call, argsText: call.argsText + part.argsDelta })
      if (part.argsDelta === '') continue
      emit({ type: 'TOOL_CALL_ARGS', toolCallId: call.toolCallId, delta: part.argsDelta })
    }
  }
  closeText()
  for (const { toolCallId } of calls.values()) emit({ type: 'TOOL_CALL_END', toolCallId })
  return [...calls.values()]
}
