import type { ContentPart, ToolMessage } from '@agui-kit/core'
import { ownMember, parseJson } from '../format/json.ts'

/** A tool's result as a card reads it. All of it is untrusted. */
export interface ToolResultView {
  readonly text: string
  /** The parsed value where the text is JSON, else `undefined`. */
  readonly value: unknown
  readonly attachments: readonly string[]
  /** Why it failed, when it did. */
  readonly failure: { readonly reason: string; readonly code?: string } | undefined
  readonly cut: { readonly totalChars?: number; readonly url?: string } | undefined
}

export function toToolResult(message: ToolMessage, isFailed: boolean): ToolResultView {
  const text = typeof message.content === 'string' ? message.content : textOf(message.content)
  const value = parseJson(text)
  return {
    text,
    value,
    attachments:
      typeof message.content === 'string'
        ? []
        : message.content.flatMap((part) => (part.type === 'text' ? [] : [part.type])),
    failure: isFailed ? toFailure(message, text, value) : undefined,
    cut: toCut(message),
  }
}

const textOf = (parts: readonly ContentPart[]): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')

function toFailure(message: ToolMessage, text: string, value: unknown): ToolResultView['failure'] {
  const code = ownMember(value, 'code') ?? ownMember(message.metadata?.['agui-kit'], 'code')
  const told = ownMember(value, 'message') ?? ownMember(value, 'error')
  const reason = message.error ?? (typeof told === 'string' ? told : text)
  return { reason, ...(typeof code === 'string' && { code }) }
}

function toCut(message: ToolMessage): ToolResultView['cut'] {
  const mark = message.metadata?.['agui-kit']
  if (ownMember(mark, 'truncated') !== true) return undefined
  const totalChars = ownMember(mark, 'totalChars')
  const url = ownMember(mark, 'fullResultUrl')
  return {
    ...(typeof totalChars === 'number' && { totalChars }),
    ...(typeof url === 'string' && { url }),
  }
}
