import { messageOf, type Thread } from '@agui-kit/core'
import { useInterrupts, useSession, useThread } from '@agui-kit/react'
import { useEffect } from 'react'
import type { ThreadList } from './thread-list.ts'

const MAX_TITLE_CHARS = 60

/** The first thing the person said. */
export function selectTitle(thread: Thread): string | undefined {
  for (const id of thread.messages.ids) {
    const message = messageOf(thread.messages, id)
    if (message?.role !== 'user') continue
    const text =
      typeof message.content === 'string'
        ? message.content
        : message.content.map((part) => (part.type === 'text' ? part.text : '')).join(' ')
    return text.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARS)
  }
  return undefined
}

/** Keeps the present thread's line in the list up to date. */
export function useListThread(list: ThreadList): void {
  const { threadId } = useSession()
  const title = useThread(selectTitle, 'messages')
  const openCount = useInterrupts().filter(({ decision }) => decision === undefined).length
  useEffect(() => {
    if (title !== undefined) list.put({ id: threadId, title, openCount, updatedAtMs: Date.now() })
  }, [list, threadId, title, openCount])
}
