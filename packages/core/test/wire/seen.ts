import type { Message } from '@agui-kit/core'
import type { Replay } from '@agui-kit/testing'

/** A tool call as a person sees it: once, with what it was asked and what came of it. */
export interface SeenCall {
  readonly name: string
  readonly args: unknown
  readonly result?: string
}

/** A message as a person sees it. */
export interface SeenMessage {
  readonly role: string
  readonly text?: string
  readonly calls?: readonly SeenCall[]
  readonly activityType?: string
  readonly content?: unknown
}

/** What a recording shows in the end; the format of the `expected.json` beside it. */
export interface Seen {
  readonly outcome: string
  readonly error?: { readonly source: string; readonly code?: string; readonly message?: string }
  readonly messages: readonly SeenMessage[]
  readonly state: unknown
  readonly interrupts: readonly unknown[]
}

/** A replay as a person sees it: no ids, results with their calls, nothing where there is nothing to read. */
export function toSeen(replay: Replay): Seen {
  const { outcome, error, messages, state, interrupts } = replay
  return {
    outcome,
    ...(error && {
      error: {
        source: error.source,
        ...(error.code !== undefined && { code: error.code }),
        // What we say of a failure ourselves is for developers and may change.
        ...(error.source === 'agent' && { message: error.message }),
      },
    }),
    messages: messages.flatMap((message, at) => seenMessage(message, messages.slice(at + 1))),
    state,
    interrupts,
  }
}

function seenMessage(message: Message, later: readonly Message[]): readonly SeenMessage[] {
  const { role } = message
  if (role === 'activity') {
    return [{ role, activityType: message.activityType, content: message.content }]
  }
  // A result stands with its call.
  if (role === 'tool') return []
  const text = textOf(message.content)
  const calls = role === 'assistant' ? (message.toolCalls ?? []) : []
  if (text === '' && calls.length === 0) return []
  return [
    {
      role,
      ...(text !== '' && { text }),
      ...(calls.length > 0 && {
        calls: calls.map(({ id, function: { name, arguments: args } }) => ({
          name,
          args: parsed(args),
          ...resultOf(id, later),
        })),
      }),
    },
  ]
}

/** The first result after the call, and before another call under the same id. */
function resultOf(toolCallId: string, later: readonly Message[]): { readonly result?: string } {
  for (const message of later) {
    if (message.role === 'tool' && message.toolCallId === toolCallId) {
      return { result: textOf(message.content) }
    }
    if (message.role === 'assistant' && message.toolCalls?.some((call) => call.id === toolCallId)) break
  }
  return {}
}

function textOf(content: Message['content']): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: { readonly type: string; readonly text?: string }) => part.text ?? `[${part.type}]`)
    .join('')
}

function parsed(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
