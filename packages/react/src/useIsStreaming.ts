import type { Thread } from '@agui-kit/core'
import { useCallback } from 'react'
import { useThread } from './useThread.ts'

/** Whether the text or reasoning of a message is arriving now. */
export function useIsStreaming(messageId: string): boolean {
  return useThread(
    useCallback((thread: Thread) => thread.streaming.has(messageId), [messageId]),
    `message:${messageId}`,
  )
}
