import type { Thread } from '@agui-kit/core'
import { useThread } from './useThread.ts'

const selectIds = (thread: Thread): readonly string[] => thread.messages.ids

/** The ids of the messages in order; the same array until messages come, go or move. */
export function useMessageIds(): readonly string[] {
  return useThread(selectIds, 'messages')
}
