import type {
  ContentPart,
  EventOf,
  EventType,
  Interrupt,
  JsonObject,
  JsonPatch,
  Message,
  RunFinishedOutcome,
} from '@agui-kit/core'

/** The thread and run that builders speak of unless told otherwise. */
export const THREAD_ID = 't'
export const RUN_ID = 'r'

/** Further fields of an event: `subagentRunId`, `metadata`, `timestamp`, or other ids than the defaults. */
export type Extra<T extends EventType> = Partial<Omit<EventOf<T>, 'type'>>

export const runStarted = (extra: Extra<'RUN_STARTED'> = {}): EventOf<'RUN_STARTED'> => ({
  type: 'RUN_STARTED',
  threadId: THREAD_ID,
  runId: RUN_ID,
  ...extra,
})

export const runFinished = (
  outcome?: RunFinishedOutcome,
  extra: Extra<'RUN_FINISHED'> = {},
): EventOf<'RUN_FINISHED'> => ({
  type: 'RUN_FINISHED',
  threadId: THREAD_ID,
  runId: RUN_ID,
  ...(outcome === undefined ? {} : { outcome }),
  ...extra,
})

/** A run that ends waiting for these. */
export const runInterrupted = (...interrupts: readonly Interrupt[]): EventOf<'RUN_FINISHED'> =>
  runFinished({ type: 'interrupt', interrupts })

/** A run that ends with these client tools to be run. */
export const runPending = (...pendingToolCallIds: readonly string[]): EventOf<'RUN_FINISHED'> =>
  runFinished({ type: 'success', pendingToolCallIds })

export const runCancelled = (): EventOf<'RUN_FINISHED'> => runFinished({ type: 'cancelled' })

export const runError = (message = 'failed', extra: Extra<'RUN_ERROR'> = {}): EventOf<'RUN_ERROR'> => ({
  type: 'RUN_ERROR',
  message,
  ...extra,
})

export const stepStarted = (
  stepName: string,
  extra: Extra<'STEP_STARTED'> = {},
): EventOf<'STEP_STARTED'> => ({
  type: 'STEP_STARTED',
  stepName,
  ...extra,
})

export const stepFinished = (
  stepName: string,
  extra: Extra<'STEP_FINISHED'> = {},
): EventOf<'STEP_FINISHED'> => ({ type: 'STEP_FINISHED', stepName, ...extra })

export const textStart = (
  messageId: string,
  extra: Extra<'TEXT_MESSAGE_START'> = {},
): EventOf<'TEXT_MESSAGE_START'> => ({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant', ...extra })

export const textContent = (
  messageId: string,
  delta: string,
  extra: Extra<'TEXT_MESSAGE_CONTENT'> = {},
): EventOf<'TEXT_MESSAGE_CONTENT'> => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta, ...extra })

export const textEnd = (
  messageId: string,
  extra: Extra<'TEXT_MESSAGE_END'> = {},
): EventOf<'TEXT_MESSAGE_END'> => ({ type: 'TEXT_MESSAGE_END', messageId, ...extra })

/** A whole text message, one content event a piece. */
export const textMessage = (
  messageId: string,
  ...pieces: readonly string[]
): readonly EventOf<'TEXT_MESSAGE_START' | 'TEXT_MESSAGE_CONTENT' | 'TEXT_MESSAGE_END'>[] => [
  textStart(messageId),
  ...pieces.map((piece) => textContent(messageId, piece)),
  textEnd(messageId),
]

export const textChunk = (extra: Extra<'TEXT_MESSAGE_CHUNK'> = {}): EventOf<'TEXT_MESSAGE_CHUNK'> => ({
  type: 'TEXT_MESSAGE_CHUNK',
  ...extra,
})

export const toolStart = (
  toolCallId: string,
  toolCallName: string,
  extra: Extra<'TOOL_CALL_START'> = {},
): EventOf<'TOOL_CALL_START'> => ({ type: 'TOOL_CALL_START', toolCallId, toolCallName, ...extra })

export const toolArgs = (
  toolCallId: string,
  delta: string,
  extra: Extra<'TOOL_CALL_ARGS'> = {},
): EventOf<'TOOL_CALL_ARGS'> => ({ type: 'TOOL_CALL_ARGS', toolCallId, delta, ...extra })

export const toolEnd = (
  toolCallId: string,
  extra: Extra<'TOOL_CALL_END'> = {},
): EventOf<'TOOL_CALL_END'> => ({
  type: 'TOOL_CALL_END',
  toolCallId,
  ...extra,
})

/** A whole tool call with its arguments in one piece. */
export const toolCall = (
  toolCallId: string,
  toolCallName: string,
  args: unknown = {},
): readonly EventOf<'TOOL_CALL_START' | 'TOOL_CALL_ARGS' | 'TOOL_CALL_END'>[] => [
  toolStart(toolCallId, toolCallName),
  toolArgs(toolCallId, JSON.stringify(args)),
  toolEnd(toolCallId),
]

export const toolChunk = (extra: Extra<'TOOL_CALL_CHUNK'> = {}): EventOf<'TOOL_CALL_CHUNK'> => ({
  type: 'TOOL_CALL_CHUNK',
  ...extra,
})

export const toolResult = (
  toolCallId: string,
  content: string | readonly ContentPart[],
  extra: Extra<'TOOL_CALL_RESULT'> = {},
): EventOf<'TOOL_CALL_RESULT'> => ({
  type: 'TOOL_CALL_RESULT',
  messageId: `result-${toolCallId}`,
  toolCallId,
  content,
  ...extra,
})

export const stateSnapshot = (
  snapshot: unknown,
  extra: Extra<'STATE_SNAPSHOT'> = {},
): EventOf<'STATE_SNAPSHOT'> => ({ type: 'STATE_SNAPSHOT', snapshot, ...extra })

export const stateDelta = (delta: JsonPatch, extra: Extra<'STATE_DELTA'> = {}): EventOf<'STATE_DELTA'> => ({
  type: 'STATE_DELTA',
  delta,
  ...extra,
})

export const messagesSnapshot = (
  messages: readonly Message[],
  extra: Extra<'MESSAGES_SNAPSHOT'> = {},
): EventOf<'MESSAGES_SNAPSHOT'> => ({ type: 'MESSAGES_SNAPSHOT', messages, ...extra })

export const activitySnapshot = (
  messageId: string,
  activityType: string,
  content: JsonObject,
  extra: Extra<'ACTIVITY_SNAPSHOT'> = {},
): EventOf<'ACTIVITY_SNAPSHOT'> => ({ type: 'ACTIVITY_SNAPSHOT', messageId, activityType, content, ...extra })

export const activityDelta = (
  messageId: string,
  activityType: string,
  patch: JsonPatch,
  extra: Extra<'ACTIVITY_DELTA'> = {},
): EventOf<'ACTIVITY_DELTA'> => ({ type: 'ACTIVITY_DELTA', messageId, activityType, patch, ...extra })

export const reasoningStart = (
  messageId: string,
  extra: Extra<'REASONING_START'> = {},
): EventOf<'REASONING_START'> => ({ type: 'REASONING_START', messageId, ...extra })

export const reasoningMessageStart = (
  messageId: string,
  extra: Extra<'REASONING_MESSAGE_START'> = {},
): EventOf<'REASONING_MESSAGE_START'> => ({
  type: 'REASONING_MESSAGE_START',
  messageId,
  role: 'reasoning',
  ...extra,
})

export const reasoningContent = (
  messageId: string,
  delta: string,
  extra: Extra<'REASONING_MESSAGE_CONTENT'> = {},
): EventOf<'REASONING_MESSAGE_CONTENT'> => ({ type: 'REASONING_MESSAGE_CONTENT', messageId, delta, ...extra })

export const reasoningMessageEnd = (
  messageId: string,
  extra: Extra<'REASONING_MESSAGE_END'> = {},
): EventOf<'REASONING_MESSAGE_END'> => ({ type: 'REASONING_MESSAGE_END', messageId, ...extra })

export const reasoningChunk = (
  extra: Extra<'REASONING_MESSAGE_CHUNK'> = {},
): EventOf<'REASONING_MESSAGE_CHUNK'> => ({ type: 'REASONING_MESSAGE_CHUNK', ...extra })

export const reasoningEnd = (
  messageId: string,
  extra: Extra<'REASONING_END'> = {},
): EventOf<'REASONING_END'> => ({ type: 'REASONING_END', messageId, ...extra })

export const encryptedValue = (
  subtype: 'tool-call' | 'message',
  entityId: string,
  value: string,
  extra: Extra<'REASONING_ENCRYPTED_VALUE'> = {},
): EventOf<'REASONING_ENCRYPTED_VALUE'> => ({
  type: 'REASONING_ENCRYPTED_VALUE',
  subtype,
  entityId,
  encryptedValue: value,
  ...extra,
})

export const subagentStarted = (
  subagentRunId: string,
  name: string,
  extra: Extra<'SUBAGENT_STARTED'> = {},
): EventOf<'SUBAGENT_STARTED'> => ({ type: 'SUBAGENT_STARTED', subagentRunId, name, ...extra })

export const subagentFinished = (
  subagentRunId: string,
  extra: Extra<'SUBAGENT_FINISHED'> = {},
): EventOf<'SUBAGENT_FINISHED'> => ({ type: 'SUBAGENT_FINISHED', subagentRunId, ...extra })

export const subagentError = (
  subagentRunId: string,
  message = 'failed',
  extra: Extra<'SUBAGENT_ERROR'> = {},
): EventOf<'SUBAGENT_ERROR'> => ({ type: 'SUBAGENT_ERROR', subagentRunId, message, ...extra })

export const rawEvent = (event: unknown, extra: Extra<'RAW'> = {}): EventOf<'RAW'> => ({
  type: 'RAW',
  event,
  ...extra,
})

export const customEvent = (
  name: string,
  value: unknown,
  extra: Extra<'CUSTOM'> = {},
): EventOf<'CUSTOM'> => ({ type: 'CUSTOM', name, value, ...extra })
