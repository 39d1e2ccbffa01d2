import type { Thread } from '../src/thread/thread.ts'

/** Freezes a value and all it holds: what writes to it from then on throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (value instanceof Map || value instanceof Set) {
    guard(value)
    for (const held of value.values()) deepFreeze(held)
  } else for (const held of Object.values(value)) deepFreeze(held)
  return Object.freeze(value)
}

/** Freezes a published thread. The index of its messages may grow, as lists of one thread share it. */
export function freezeThread(thread: Thread): Thread {
  for (const [key, value] of Object.entries(thread)) if (key !== 'messages') deepFreeze(value)
  deepFreeze(thread.messages.blocks)
  deepFreeze(thread.messages.ids)
  Object.freeze(thread.messages)
  return Object.freeze(thread)
}

/** Freezing keeps no entry of a Map or a Set; their methods are shadowed instead. */
function guard(collection: object): void {
  const refuse = (): never => {
    throw new TypeError('A published collection was written to.')
  }
  for (const name of ['set', 'add', 'delete', 'clear']) {
    if (name in collection) Object.defineProperty(collection, name, { value: refuse })
  }
}
