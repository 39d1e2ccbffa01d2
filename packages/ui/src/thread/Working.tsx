import { isRunLive, messageOf, type Thread } from '@agui-kit/core'
import { useRun, useThread } from '@agui-kit/react'
import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { useAnnouncement } from '../parts/Announcer.tsx'
import { useUi } from '../provider/useUi.ts'

/** Nothing of the answer is to be seen yet, or nothing moves: the last thing said is the person's. */
const selectIsQuiet = (thread: Thread): boolean => {
  const last = thread.messages.ids.at(-1)
  return last === undefined || messageOf(thread.messages, last)?.role === 'user'
}

/** Says that the agent is at work while nothing else on the page does. */
export function Working(): ReactNode {
  const { messages } = useUi()
  const isLive = isRunLive(useRun())
  const isQuiet = useThread(selectIsQuiet, 'messages')
  useAnnouncement(isLive ? messages.working : undefined)
  if (!isLive || !isQuiet) return null
  return (
    <div className="agui-item agui-working">
      <Icon name="ring" />
      <span>{messages.working}</span>
    </div>
  )
}
