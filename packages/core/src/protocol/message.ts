import type { JsonObject, Metadata } from './json.ts'

/** Where the bytes of a media part are. A `file` value is a provider's handle and is never fetched. */
export type PartSource =
  | { readonly type: 'data'; readonly value: string; readonly mimeType: string }
  | { readonly type: 'url'; readonly value: string; readonly mimeType?: string }
  | { readonly type: 'file'; readonly value: string; readonly provider?: string; readonly mimeType?: string }

/** A text part of a message's content. */
export interface TextPart {
  readonly type: 'text'
  readonly text: string
  readonly id?: string
  readonly metadata?: unknown
}

/** A media part of a message's content. */
export interface MediaPart {
  readonly type: 'image' | 'audio' | 'video' | 'document'
  readonly source: PartSource
  readonly id?: string
  readonly metadata?: unknown
}

/** One part of a user's or a tool's content. */
export type ContentPart = TextPart | MediaPart

/** A tool call inside an assistant message; `arguments` is the text as streamed, perhaps not yet JSON. */
export interface ToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
  readonly encryptedValue?: string
  readonly metadata?: Metadata
}

interface MessageBase {
  readonly id: string
  readonly metadata?: Metadata
  readonly subagentRunId?: string
}

/** Instructions of the developer or the system. */
export interface InstructionMessage extends MessageBase {
  readonly role: 'developer' | 'system'
  readonly content: string
  readonly name?: string
  readonly encryptedValue?: string
}

/** What the person said. */
export interface UserMessage extends MessageBase {
  readonly role: 'user'
  readonly content: string | readonly ContentPart[]
  readonly name?: string
  readonly encryptedValue?: string
}

/** What the agent said and the tools it called. */
export interface AssistantMessage extends MessageBase {
  readonly role: 'assistant'
  readonly content?: string
  readonly toolCalls?: readonly ToolCall[]
  readonly name?: string
  readonly encryptedValue?: string
}

/** The result of one tool call. `error` stands beside the content when the call failed. */
export interface ToolMessage extends MessageBase {
  readonly role: 'tool'
  readonly toolCallId: string
  readonly content: string | readonly ContentPart[]
  readonly error?: string
  readonly encryptedValue?: string
}

/** What the model thought, when the agent shows it. */
export interface ReasoningMessage extends MessageBase {
  readonly role: 'reasoning'
  readonly content: string
  readonly encryptedValue?: string
}

/** Structured progress, drawn by a card; never sent back to the agent (rule 98). */
export interface ActivityMessage extends MessageBase {
  readonly role: 'activity'
  readonly activityType: string
  readonly content: JsonObject
}

/** A message of the thread, told apart by `role`. */
export type Message =
  | InstructionMessage
  | UserMessage
  | AssistantMessage
  | ToolMessage
  | ReasoningMessage
  | ActivityMessage

/** The roles a message may have. */
export type Role = Message['role']
