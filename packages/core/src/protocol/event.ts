import type { JsonObject, JsonPatch, Metadata } from './json.ts'
import type { ContentPart, Message } from './message.ts'
import type { RunAgentInput, RunFinishedOutcome, SubagentFinishedOutcome, TokenUsage } from './run.ts'

interface Base<T extends string> {
  readonly type: T
  readonly timestamp?: number
  readonly rawEvent?: unknown
  readonly metadata?: Metadata
}

/** An event that may carry the tag of the subagent it belongs to; no tag is the parent agent. */
interface Attributable<T extends string> extends Base<T> {
  readonly subagentRunId?: string
}

/** The roles text may stream under. */
export type TextMessageRole = 'developer' | 'system' | 'assistant' | 'user'

export interface RunStartedEvent extends Base<'RUN_STARTED'> {
  readonly threadId: string
  readonly runId: string
  readonly protocolVersion?: string
  readonly parentRunId?: string
  readonly input?: RunAgentInput
}
export interface RunFinishedEvent extends Base<'RUN_FINISHED'> {
  readonly threadId: string
  readonly runId: string
  readonly result?: unknown
  readonly outcome?: RunFinishedOutcome
  readonly usage?: readonly TokenUsage[]
}
export interface RunErrorEvent extends Base<'RUN_ERROR'> {
  readonly message: string
  readonly code?: string
  readonly usage?: readonly TokenUsage[]
}
export interface StepStartedEvent extends Attributable<'STEP_STARTED'> {
  readonly stepName: string
}
export interface StepFinishedEvent extends Attributable<'STEP_FINISHED'> {
  readonly stepName: string
}
export interface TextMessageStartEvent extends Attributable<'TEXT_MESSAGE_START'> {
  readonly messageId: string
  readonly role?: TextMessageRole
  readonly name?: string
}
export interface TextMessageContentEvent extends Attributable<'TEXT_MESSAGE_CONTENT'> {
  readonly messageId: string
  readonly delta: string
}
export interface TextMessageEndEvent extends Attributable<'TEXT_MESSAGE_END'> {
  readonly messageId: string
}
export interface TextMessageChunkEvent extends Attributable<'TEXT_MESSAGE_CHUNK'> {
  readonly messageId?: string
  readonly role?: TextMessageRole
  readonly name?: string
  readonly delta?: string
}
export interface ToolCallStartEvent extends Attributable<'TOOL_CALL_START'> {
  readonly toolCallId: string
  readonly toolCallName: string
  readonly parentMessageId?: string
}
export interface ToolCallArgsEvent extends Attributable<'TOOL_CALL_ARGS'> {
  readonly toolCallId: string
  readonly delta: string
}
export interface ToolCallEndEvent extends Attributable<'TOOL_CALL_END'> {
  readonly toolCallId: string
}
export interface ToolCallChunkEvent extends Attributable<'TOOL_CALL_CHUNK'> {
  readonly toolCallId?: string
  readonly toolCallName?: string
  readonly parentMessageId?: string
  readonly delta?: string
}
export interface ToolCallResultEvent extends Attributable<'TOOL_CALL_RESULT'> {
  readonly messageId: string
  readonly toolCallId: string
  readonly content: string | readonly ContentPart[]
  readonly role?: 'tool'
}
export interface StateSnapshotEvent extends Attributable<'STATE_SNAPSHOT'> {
  readonly snapshot: unknown
}
export interface StateDeltaEvent extends Attributable<'STATE_DELTA'> {
  readonly delta: JsonPatch
}
export interface MessagesSnapshotEvent extends Base<'MESSAGES_SNAPSHOT'> {
  readonly messages: readonly Message[]
}
export interface ActivitySnapshotEvent extends Attributable<'ACTIVITY_SNAPSHOT'> {
  readonly messageId: string
  readonly activityType: string
  readonly content: JsonObject
  readonly replace?: boolean
}
export interface ActivityDeltaEvent extends Attributable<'ACTIVITY_DELTA'> {
  readonly messageId: string
  readonly activityType: string
  readonly patch: JsonPatch
}
export interface ReasoningStartEvent extends Attributable<'REASONING_START'> {
  readonly messageId: string
}
export interface ReasoningMessageStartEvent extends Attributable<'REASONING_MESSAGE_START'> {
  readonly messageId: string
  readonly role: 'reasoning'
}
export interface ReasoningMessageContentEvent extends Attributable<'REASONING_MESSAGE_CONTENT'> {
  readonly messageId: string
  readonly delta: string
}
export interface ReasoningMessageEndEvent extends Attributable<'REASONING_MESSAGE_END'> {
  readonly messageId: string
}
export interface ReasoningMessageChunkEvent extends Attributable<'REASONING_MESSAGE_CHUNK'> {
  readonly messageId?: string
  readonly delta?: string
}
export interface ReasoningEndEvent extends Attributable<'REASONING_END'> {
  readonly messageId: string
}
export interface ReasoningEncryptedValueEvent extends Attributable<'REASONING_ENCRYPTED_VALUE'> {
  readonly subtype: 'tool-call' | 'message'
  readonly entityId: string
  readonly encryptedValue: string
}
export interface SubagentStartedEvent extends Base<'SUBAGENT_STARTED'> {
  readonly subagentRunId: string
  readonly name: string
  readonly description?: string
  readonly parentSubagentRunId?: string
  readonly parentToolCallId?: string
  readonly parentMessageId?: string
}
export interface SubagentFinishedEvent extends Base<'SUBAGENT_FINISHED'> {
  readonly subagentRunId: string
  readonly result?: unknown
  readonly outcome?: SubagentFinishedOutcome
}
export interface SubagentErrorEvent extends Base<'SUBAGENT_ERROR'> {
  readonly subagentRunId: string
  readonly message: string
  readonly code?: string
}
export interface RawEvent extends Attributable<'RAW'> {
  readonly event: unknown
  readonly source?: string
}
export interface CustomEvent extends Attributable<'CUSTOM'> {
  readonly name: string
  readonly value: unknown
}

/** The three shorthands; `expand` turns them into whole events (rules 64–77). */
export type ChunkEvent = TextMessageChunkEvent | ToolCallChunkEvent | ReasoningMessageChunkEvent

/** The 28 events that stand for themselves. */
export type WholeEvent =
  | RunStartedEvent
  | RunFinishedEvent
  | RunErrorEvent
  | StepStartedEvent
  | StepFinishedEvent
  | TextMessageStartEvent
  | TextMessageContentEvent
  | TextMessageEndEvent
  | ToolCallStartEvent
  | ToolCallArgsEvent
  | ToolCallEndEvent
  | ToolCallResultEvent
  | StateSnapshotEvent
  | StateDeltaEvent
  | MessagesSnapshotEvent
  | ActivitySnapshotEvent
  | ActivityDeltaEvent
  | ReasoningStartEvent
  | ReasoningMessageStartEvent
  | ReasoningMessageContentEvent
  | ReasoningMessageEndEvent
  | ReasoningEndEvent
  | ReasoningEncryptedValueEvent
  | SubagentStartedEvent
  | SubagentFinishedEvent
  | SubagentErrorEvent
  | RawEvent
  | CustomEvent

/** Every event of AG-UI 1.0, told apart by `type`. */
export type AgentEvent = WholeEvent | ChunkEvent

/** The name of an event. */
export type EventType = AgentEvent['type']

/** The event of one type. */
export type EventOf<T extends EventType> = Extract<AgentEvent, { type: T }>

/** Who an item belongs to: a subagent's invocation, or `undefined` for the parent agent. `''` is a legal id. */
export type Owner = string | undefined
