import type { ToolClient, ToolOutcome } from '../mcp/tool-outcome.ts'
import type { EventOf } from '../protocol/event.ts'
import type { JsonObject } from '../protocol/json.ts'
import { ofKit } from '../protocol/message.ts'
import type { ThreadStore } from '../threads/thread-store.ts'
import type { Emitter } from './emitter.ts'
import type { ThreadDraft } from './thread-draft.ts'

export interface ToolRun {
  readonly outcome: ToolOutcome
  readonly messageId: string
}

export interface ToolRunner {
  /** Executes a call that was streamed before, and records its result in the thread. */
  readonly run: (call: {
    readonly toolCallId: string
    readonly name: string
    readonly args: JsonObject
    /** The call changes the world: once sent its end is awaited, even if the run is told to stop. */
    readonly isWrite?: boolean
    /** Goes into the result's metadata beside what the runner says itself. */
    readonly note?: JsonObject
  }) => Promise<ToolRun>
  /** Records a result that no tool made: a denial, a cancellation, a refusal. */
  readonly answer: (toolCallId: string, content: JsonObject, note: JsonObject) => string
}

export interface ToolRunnerOptions {
  readonly tools: ToolClient
  readonly signal: AbortSignal
  readonly emitter: Emitter
  readonly thread: ThreadDraft
  readonly store: ThreadStore
  readonly newId: (kind: string) => string
  readonly maxResultChars: number
  readonly toResultUrl: (threadId: string, toolCallId: string) => string
}

export function createToolRunner(options: ToolRunnerOptions): ToolRunner {
  const { tools, signal, emitter, thread, store, newId, maxResultChars, toResultUrl } = options

  const toResult = (toolCallId: string, content: string, note: JsonObject): EventOf<'TOOL_CALL_RESULT'> => ({
    type: 'TOOL_CALL_RESULT',
    messageId: newId('msg'),
    toolCallId,
    content,
    role: 'tool',
    ...(Object.keys(note).length === 0 ? {} : { metadata: ofKit(note) }),
  })

  const fit = async (toolCallId: string, text: string): Promise<{ content: string; note: JsonObject }> => {
    if (text.length <= maxResultChars) return { content: text, note: {} }
    const { threadId } = thread.current()
    await store.saveToolResult(threadId, toolCallId, text)
    const shown = text.slice(0, maxResultChars).replace(/[\uD800-\uDBFF]$/, '')
    return {
      content: `${shown}\n… [cut here: ${shown.length} of ${text.length} characters]`,
      note: { truncated: true, totalChars: text.length, fullResultUrl: toResultUrl(threadId, toolCallId) },
    }
  }

  return {
    run: async ({ toolCallId, name, args, isWrite = false, note = {} }) => {
      signal.throwIfAborted()
      const outcome = await tools.call(name, args, isWrite ? undefined : signal)
      if (!isWrite) signal.throwIfAborted()
      const { content, note: cut } = await fit(toolCallId, toContent(outcome))
      const failure = outcome.kind === 'failed' ? { isError: true, code: outcome.code } : {}
      const event = toResult(toolCallId, content, { ...note, ...cut, ...failure })
      emitter.record(event)
      return { outcome, messageId: event.messageId }
    },
    answer: (toolCallId, content, note) => {
      const event = toResult(toolCallId, JSON.stringify(content), note)
      emitter.record(event)
      return event.messageId
    },
  }
}

const toContent = (outcome: ToolOutcome): string => {
  if (outcome.kind === 'failed')
    return JSON.stringify({ isError: true, code: outcome.code, message: outcome.text })
  return outcome.structured === undefined ? outcome.text : JSON.stringify(outcome.structured)
}
