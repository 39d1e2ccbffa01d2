import { isObject } from '../events/shape.ts'
import { type Issue, warning } from '../issue.ts'

/** Ids minted for the old THINKING_* events, which carry none (P-18). */
export interface CompatState {
  readonly minted: number
  readonly spanId?: string
  readonly messageId?: string
}

export const initialCompat: CompatState = { minted: 0 }

type Parsed = Record<string, unknown>

/** Translates shapes of before 1.0; what is lost on the way is told (P-20). Edits the parsed event, which is ours. Delete the file, delete the feature. */
export function translate(state: CompatState, event: Parsed, note: (issue: Issue) => void): CompatState {
  switch (event.type) {
    case 'MESSAGES_SNAPSHOT':
      upgradeBinaryParts(event.messages, note)
      return state
    case 'RUN_STARTED':
      if (isObject(event.input)) {
        upgradeBinaryParts(event.input.messages, note)
        // Accepted without a word.
        if (event.input.state === null) delete event.input.state
      }
      return state
    case 'THINKING_START':
    case 'THINKING_END':
    case 'THINKING_TEXT_MESSAGE_START':
    case 'THINKING_TEXT_MESSAGE_CONTENT':
    case 'THINKING_TEXT_MESSAGE_END':
      return translateThinking(state, event, note)
    default:
      return state
  }
}

const RENAMED: Readonly<Record<string, string>> = {
  THINKING_START: 'REASONING_START',
  THINKING_END: 'REASONING_END',
  THINKING_TEXT_MESSAGE_START: 'REASONING_MESSAGE_START',
  THINKING_TEXT_MESSAGE_CONTENT: 'REASONING_MESSAGE_CONTENT',
  THINKING_TEXT_MESSAGE_END: 'REASONING_MESSAGE_END',
}

function translateThinking(state: CompatState, event: Parsed, note: (issue: Issue) => void): CompatState {
  const old = String(event.type)
  const isMessage = old.startsWith('THINKING_TEXT')
  const opens = old.endsWith('_START')
  const kind = isMessage ? 'messageId' : 'spanId'
  event.type = RENAMED[old]
  note(warning('legacy-shape', `${old} is read as ${RENAMED[old]}.`, { eventType: old }))
  if (Object.hasOwn(event, 'title')) {
    delete event.title
    note(
      warning('legacy-loss', `${old}.title has no place in AG-UI 1.0 and is left out.`, { eventType: old }),
    )
  }
  if (old === 'THINKING_TEXT_MESSAGE_START') event.role = 'reasoning'
  // A continuation without an opener gets an id too, and is then judged like any other.
  const fresh = opens || state[kind] === undefined
  const id = fresh ? `thinking-${isMessage ? 'message' : 'span'}-${state.minted + 1}` : state[kind]
  event.messageId = id
  const minted = fresh ? state.minted + 1 : state.minted
  const { [kind]: _, ...rest } = state
  return old.endsWith('_END') ? { ...rest, minted } : { ...rest, minted, [kind]: id }
}

const MEDIA: Readonly<Record<string, string>> = { image: 'image', audio: 'audio', video: 'video' }

/** P-19: a binary part becomes the media part its MIME type names; one with an id alone cannot. */
function upgradeBinaryParts(messages: unknown, note: (issue: Issue) => void): void {
  if (!Array.isArray(messages)) return
  for (const message of messages) {
    if (!isObject(message) || !Array.isArray(message.content)) continue
    message.content = message.content.map((part: unknown) =>
      isObject(part) && part.type === 'binary' ? upgrade(part, note) : part,
    )
  }
}

function upgrade(part: Parsed, note: (issue: Issue) => void): Parsed {
  const { mimeType, data, url, filename } = part
  if (typeof mimeType !== 'string' || (typeof data !== 'string' && typeof url !== 'string')) {
    note(warning('legacy-loss', 'A binary part without data or url cannot be read.'))
    return part
  }
  note(warning('legacy-shape', 'A binary part is read as the media part its MIME type names.'))
  return {
    type: MEDIA[mimeType.split('/')[0] ?? ''] ?? 'document',
    source:
      typeof data === 'string'
        ? { type: 'data', value: data, mimeType }
        : { type: 'url', value: url, mimeType },
    ...(typeof filename === 'string' && { metadata: { filename } }),
  }
}
