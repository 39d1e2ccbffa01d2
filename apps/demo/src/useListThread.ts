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

function selectMovedAtMs({ run }: Thread): number | undefined {
  if ('endedAtMs' in run) return run.endedAtMs
  return 'startedAtMs' in run ? run.startedAtMs : undefined
}

/** Keeps the present thread's line in the list up to date. */
export function useListThread(list: ThreadList): void {
  const { threadId } = useSession()
  const title = useThread(selectTitle, 'messages')
  // When the thread last moved, not when it was last looked at.
  const movedAtMs = useThread(selectMovedAtMs, 'run')
  const openCount = useInterrupts().filter(({ decision }) => decision === undefined).length
  useEffect(() => {
    if (title === undefined) return
    list.put({ id: threadId, title, openCount, updatedAtMs: movedAtMs ?? Date.now() })
  }, [list, threadId, title, openCount, movedAtMs])
}
