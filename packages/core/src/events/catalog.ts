import { activityDelta, activitySnapshot } from './activity.ts'
import { stateDelta, stateSnapshot } from './agent-state.ts'
import { messagesSnapshot } from './messages-snapshot.ts'
import { custom, raw } from './passthrough.ts'
import {
  reasoningEncryptedValue,
  reasoningEnd,
  reasoningMessageChunk,
  reasoningMessageContent,
  reasoningMessageEnd,
  reasoningMessageStart,
  reasoningStart,
} from './reasoning.ts'
import { runError, runFinished, runStarted } from './run.ts'
import type { Catalog } from './spec.ts'
import { stepFinished, stepStarted } from './step.ts'
import { subagentError, subagentFinished, subagentStarted } from './subagent.ts'
import { textMessageChunk, textMessageContent, textMessageEnd, textMessageStart } from './text-message.ts'
import { toolCallArgs, toolCallChunk, toolCallEnd, toolCallResult, toolCallStart } from './tool-call.ts'

/** Every event of AG-UI 1.0 and what the kit knows about it. */
export const catalog: Catalog = {
  RUN_STARTED: runStarted,
  RUN_FINISHED: runFinished,
  RUN_ERROR: runError,
  STEP_STARTED: stepStarted,
  STEP_FINISHED: stepFinished,
  TEXT_MESSAGE_START: textMessageStart,
  TEXT_MESSAGE_CONTENT: textMessageContent,
  TEXT_MESSAGE_END: textMessageEnd,
  TEXT_MESSAGE_CHUNK: textMessageChunk,
  TOOL_CALL_START: toolCallStart,
  TOOL_CALL_ARGS: toolCallArgs,
  TOOL_CALL_END: toolCallEnd,
  TOOL_CALL_CHUNK: toolCallChunk,
  TOOL_CALL_RESULT: toolCallResult,
  STATE_SNAPSHOT: stateSnapshot,
  STATE_DELTA: stateDelta,
  MESSAGES_SNAPSHOT: messagesSnapshot,
  ACTIVITY_SNAPSHOT: activitySnapshot,
  ACTIVITY_DELTA: activityDelta,
  REASONING_START: reasoningStart,
  REASONING_MESSAGE_START: reasoningMessageStart,
  REASONING_MESSAGE_CONTENT: reasoningMessageContent,
  REASONING_MESSAGE_END: reasoningMessageEnd,
  REASONING_MESSAGE_CHUNK: reasoningMessageChunk,
  REASONING_END: reasoningEnd,
  REASONING_ENCRYPTED_VALUE: reasoningEncryptedValue,
  SUBAGENT_STARTED: subagentStarted,
  SUBAGENT_FINISHED: subagentFinished,
  SUBAGENT_ERROR: subagentError,
  RAW: raw,
  CUSTOM: custom,
}
