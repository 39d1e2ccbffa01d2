import type { Message } from '../protocol/message.ts'

/** Messages a block holds. A change copies one block and the list of blocks, never the whole thread. */
export const BLOCK_SIZE = 64

/**
 * The thread's messages in order, in blocks, so that publishing one changed message costs the same whatever
 * the length of the thread. Read it through `messageAt`, `messageOf` and `toMessages`.
 */
export interface MessageList {
  readonly size: number
  readonly blocks: readonly (readonly Message[])[]
  /** The ids in order. Changes its identity only when messages come, go or move. */
  readonly ids: readonly string[]
  /**
   * Position by id. Lists of one thread share it while it only grows, so an entry counts only if the
   * message at its position has that id.
   */
  readonly index: ReadonlyMap<string, number>
}

/** A list of these messages. */
export function toMessageList(messages: readonly Message[]): MessageList {
  const blocks: Message[][] = []
  for (let i = 0; i < messages.length; i += BLOCK_SIZE) blocks.push(messages.slice(i, i + BLOCK_SIZE))
  const ids = messages.map((message) => message.id)
  return { size: messages.length, blocks, ids, index: new Map(ids.map((id, position) => [id, position])) }
}

/** The message at a position, or `undefined` outside the list. */
export function messageAt(list: MessageList, position: number): Message | undefined {
  if (position < 0 || position >= list.size) return undefined
  return list.blocks[Math.floor(position / BLOCK_SIZE)]?.[position % BLOCK_SIZE]
}

/** The message with an id, or `undefined`. */
export function messageOf(list: MessageList, id: string): Message | undefined {
  const position = list.index.get(id)
  if (position === undefined) return undefined
  const message = messageAt(list, position)
  return message?.id === id ? message : undefined
}

const flattened = new WeakMap<MessageList, readonly Message[]>()

/** All messages as one array; the same array for the same list. Costs the length of the thread once. */
export function toMessages(list: MessageList): readonly Message[] {
  let messages = flattened.get(list)
  if (messages === undefined) {
    messages = list.blocks.flat()
    flattened.set(list, messages)
  }
  return messages
}
