import type { Json, JsonObject } from './json.ts'
import type { Message } from './message.ts'

export const PROTOCOL_VERSION = '1.0'

export interface PatchOperation {
  readonly op: 'add' | 'replace'
  readonly path: string
  readonly value: Json
}

export interface Interrupt {
  readonly id: string
  readonly reason: string
  readonly message?: string | undefined
  readonly toolCallId?: string | undefined
  readonly responseSchema?: JsonObject | undefined
  readonly expiresAt?: string | undefined
  readonly metadata?: JsonObject | undefined
}

export type RunOutcome =
  | { readonly type: 'success'; readonly pendingToolCallIds?: readonly string[] | undefined }
  | { readonly type: 'interrupt'; readonly interrupts: readonly Interrupt[] }
  | { readonly type: 'cancelled' }

/** The part of AG-UI 1.0 this agent speaks. Everything here is closed before RUN_FINISHED. */
export type AgentEvent = (
  | {
      readonly type: 'RUN_STARTED'
      readonly threadId: string
      readonly runId: string
      readonly protocolVersion: string
    }
  | {
      readonly type: 'RUN_FINISHED'
      readonly threadId: string
      readonly runId: string
      readonly outcome: RunOutcome
    }
  | { readonly type: 'RUN_ERROR'; readonly message: string; readonly code: string }
  | { readonly type: 'STEP_STARTED' | 'STEP_FINISHED'; readonly stepName: string }
  | { readonly type: 'TEXT_MESSAGE_START'; readonly messageId: string; readonly role: 'assistant' }
  | { readonly type: 'TEXT_MESSAGE_CONTENT'; readonly messageId: string; readonly delta: string }
  | { readonly type: 'TEXT_MESSAGE_END'; readonly messageId: string }
  | {
      readonly type: 'TOOL_CALL_START'
      readonly toolCallId: string
      readonly toolCallName: string
      readonly parentMessageId: string
    }
  | { readonly type: 'TOOL_CALL_ARGS'; readonly toolCallId: string; readonly delta: string }
  | { readonly type: 'TOOL_CALL_END'; readonly toolCallId: string }
  | {
      readonly type: 'TOOL_CALL_RESULT'
      readonly messageId: string
      readonly toolCallId: string
      readonly content: string
      readonly role: 'tool'
    }
  | { readonly type: 'STATE_SNAPSHOT'; readonly snapshot: Json }
  | { readonly type: 'STATE_DELTA'; readonly delta: readonly PatchOperation[] }
  | { readonly type: 'MESSAGES_SNAPSHOT'; readonly messages: readonly Message[] }
  | {
      readonly type: 'ACTIVITY_SNAPSHOT'
      readonly messageId: string
      readonly activityType: string
      readonly content: JsonObject
    }
  | {
      readonly type: 'ACTIVITY_DELTA'
      readonly messageId: string
      readonly activityType: string
      readonly patch: readonly PatchOperation[]
    }
  | { readonly type: 'REASONING_START' | 'REASONING_END'; readonly messageId: string }
  | { readonly type: 'REASONING_MESSAGE_START'; readonly messageId: string; readonly role: 'reasoning' }
  | { readonly type: 'REASONING_MESSAGE_CONTENT'; readonly messageId: string; readonly delta: string }
  | { readonly type: 'REASONING_MESSAGE_END'; readonly messageId: string }
) & { readonly metadata?: JsonObject | undefined }

export type EventOf<T extends AgentEvent['type']> = AgentEvent & { readonly type: T }

export const isTerminal = (event: AgentEvent): boolean =>
  event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR'
