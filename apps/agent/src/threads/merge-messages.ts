import { isSameJson } from '../protocol/json.ts'
import { isServerCall, type Message } from '../protocol/message.ts'
import { findOwner, insertResult } from './thread-view.ts'

export interface MergedMessages {
  readonly messages: readonly Message[]
  /** The client lacks, or holds otherwise, something this side knows: it should be sent a snapshot. */
  readonly differs: boolean
  /** The messages this input brought. */
  readonly added: readonly Message[]
}

/**
 * Brings together the stored thread and the messages of an input.
 *
 * An input without messages, or with only new ones, continues the stored thread. An input that repeats
 * stored ones is the client's complete list, and its order and omissions stand. What this side wrote is
 * never taken from the client: a stored message wins over the client's version of it, a result of a call
 * that runs here is accepted from the store alone, and one the client never received is put back.
 * With `keepsAll` the client may only be behind, as it is when it resumes, and nothing stored is dropped.
 */
export function mergeMessages(
  stored: readonly Message[],
  sent: readonly Message[],
  { keepsAll }: { readonly keepsAll: boolean },
): MergedMessages {
  const byId = new Map(stored.map((message) => [message.id, message]))
  const known = sent.filter((message) => byId.has(message.id))
  const added = unique(sent).filter((message) => !byId.has(message.id) && !isForgedResult(stored, message))
  if (known.length === 0) return { messages: append(stored, added), differs: false, added }

  const addedIds = new Set(added.map((message) => message.id))
  const newest = (message: Message): Message => {
    const held = byId.get(message.id)
    return held === undefined || (isClientWritten(message) && isClientWritten(held)) ? message : held
  }
  const own = unique(sent).filter((message) => byId.has(message.id) || addedIds.has(message.id))
  const sentById = new Map(own.map((message) => [message.id, message]))
  const messages = keepsAll
    ? append(
        stored.map((message) => newest(sentById.get(message.id) ?? message)),
        added,
      )
    : withActivities(stored, withResults(stored, own.map(newest)))
  const visible = messages.filter((message) => message.role !== 'activity')
  return {
    messages,
    differs: !isSameJson(visible.map(essence), sent.filter(isNoActivity).map(essence)),
    added,
  }
}

const append = (messages: readonly Message[], added: readonly Message[]): readonly Message[] =>
  added.reduce<readonly Message[]>(
    (all, message) => (message.role === 'tool' ? insertResult(all, message) : [...all, message]),
    messages,
  )

const isClientWritten = ({ role }: Message): boolean =>
  role === 'user' || role === 'system' || role === 'developer'

const isNoActivity = (message: Message): boolean => message.role !== 'activity'

// Clients may drop metadata or keep their own beside it; that alone is no difference worth a snapshot.
const essence = (message: Message) => {
  const { metadata: _metadata, ...rest } = message
  if (rest.role !== 'assistant') return [rest.id, rest.role, rest.content]
  const calls = rest.toolCalls?.map((call) => [call.id, call.function.name, call.function.arguments])
  return [rest.id, rest.role, rest.content ?? '', calls ?? []]
}

const unique = (messages: readonly Message[]): readonly Message[] => [
  ...new Map(messages.map((message) => [message.id, message])).values(),
]

function isForgedResult(stored: readonly Message[], message: Message): boolean {
  if (message.role !== 'tool') return false
  const owner = findOwner(stored, message.toolCallId)
  const calls = owner?.role === 'assistant' ? (owner.toolCalls ?? []) : []
  return calls.some((call) => call.id === message.toolCallId && isServerCall(call))
}

function withResults(stored: readonly Message[], base: readonly Message[]): readonly Message[] {
  const held = new Set(base.map((message) => message.id))
  return stored.reduce<readonly Message[]>(
    (messages, message) =>
      message.role === 'tool' && !held.has(message.id) && findOwner(base, message.toolCallId) !== undefined
        ? insertResult(messages, message)
        : messages,
    base,
  )
}

/** Activities never travel upstream; each goes back behind the stored message it followed. */
function withActivities(stored: readonly Message[], base: readonly Message[]): readonly Message[] {
  return stored.reduce<readonly Message[]>((messages, message, index) => {
    if (message.role !== 'activity' || messages.some((other) => other.id === message.id)) return messages
    const before = stored[index - 1]
    const at = before === undefined ? 0 : messages.findIndex((other) => other.id === before.id) + 1
    return at === 0 && before !== undefined ? messages : messages.toSpliced(at, 0, message)
  }, base)
}
