import type { OpenInterrupt } from '@agui-kit/core'
import { useExpiry } from '@agui-kit/react'
import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { useUi } from '../provider/useUi.ts'

/** How long a decision can still be given. */
export function TimeLeft({ open }: { readonly open: OpenInterrupt }): ReactNode {
  const { messages, formats } = useUi()
  const { remainingMs } = useExpiry(open)
  if (remainingMs === undefined) return <span className="agui-time-left" />
  return (
    <span className="agui-time-left" role="timer">
      <Icon name="clock" />
      {messages.timeLeft !== '' && <span>{messages.timeLeft}</span>}
      <b className="agui-countdown">{formats.countdown(remainingMs)}</b>
      {messages.timeLeftAfter !== '' && <span>{messages.timeLeftAfter}</span>}
    </span>
  )
}
