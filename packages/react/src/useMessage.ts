import { type Message, messageOf, type Thread } from '@agui-kit/core'
import { useCallback } from 'react'
import { useThread } from './useThread.ts'

/** The message with an id; renders only when that message changes. */
export function useMessage(id: string): Message | undefined {
  return useThread(
    useCallback((thread: Thread) => messageOf(thread.messages, id), [id]),
    `message:${id}`,
  )
}
