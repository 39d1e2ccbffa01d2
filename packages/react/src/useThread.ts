import type { SnapshotKey, Thread } from '@agui-kit/core'
import { useCallback } from 'react'
import { useSnapshot } from './useSnapshot.ts'

/**
 * A slice of the thread. With a narrower `key` than `'thread'` the selector runs only when that part was
 * published, so name the part you read: `'messages'` is the list, `message:<id>` one message with its text.
 *
 * @example
 * const count = useThread((thread) => thread.messages.size, 'messages')
 */
export function useThread<T>(selector: (thread: Thread) => T, key: SnapshotKey = 'thread'): T {
  return useSnapshot(
    key,
    useCallback(({ thread }) => selector(thread), [selector]),
  )
}
