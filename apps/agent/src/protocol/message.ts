import type { Json, JsonObject } from './json.ts'

/** Tells clients that a call is executed here and must not be answered by them. */
export const SERVER_EXECUTION = { 'ag-ui:tool-execution': 'server' } as const

export interface ToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
  readonly metadata?: JsonObject | undefined
}

export type ContentPart = JsonObject & { readonly type: string }

interface MessageBase {
  readonly id: string
  readonly metadata?: JsonObject | undefined
}

export interface TextMessage extends MessageBase {
  readonly role: 'developer' | 'system'
  readonly content: string
}

export interface UserMessage extends MessageBase {
  readonly role: 'user'
  readonly content: string | readonly ContentPart[]
}

export interface AssistantMessage extends MessageBase {
  readonly role: 'assistant'
  readonly content?: string | undefined
  readonly toolCalls?: readonly ToolCall[] | undefined
}

export interface ToolMessage extends MessageBase {
  readonly role: 'tool'
  readonly toolCallId: string
  readonly content: string | readonly ContentPart[]
  readonly error?: string | undefined
}

export interface ReasoningMessage extends MessageBase {
  readonly role: 'reasoning'
  readonly content: string
}

export interface ActivityMessage extends MessageBase {
  readonly role: 'activity'
  readonly activityType: string
  readonly content: JsonObject
}

export type Message =
  | TextMessage
  | UserMessage
  | AssistantMessage
  | ToolMessage
  | ReasoningMessage
  | ActivityMessage

/** The words of a message whose content may be parts; anything but text is left out. */
export function toText(content: string | readonly ContentPart[]): string {
  if (typeof content === 'string') return content
  return content.map((part) => (typeof part['text'] === 'string' ? part['text'] : '')).join('')
}

export const isServerCall = (call: ToolCall): boolean => call.metadata?.['ag-ui:tool-execution'] === 'server'

export const callsOf = (messages: readonly Message[]): readonly ToolCall[] =>
  messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []))

/** The calls of a thread that no tool message answers, in order. */
export function unansweredCalls(messages: readonly Message[]): readonly ToolCall[] {
  const answered = new Set(
    messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : [])),
  )
  return callsOf(messages).filter((call) => !answered.has(call.id))
}

export const ofKit = (content: { readonly [key: string]: Json }): JsonObject => ({ 'agui-kit': content })

export const isActivity = (message: Message): message is ActivityMessage => message.role === 'activity'
