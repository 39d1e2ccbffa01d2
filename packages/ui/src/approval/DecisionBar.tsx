import type { OpenInterrupt } from '@agui-kit/core'
import { useExpiry } from '@agui-kit/react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../icons/Icon.tsx'
import { useUi } from '../provider/useUi.ts'
import { useDock } from './dock-context.ts'

/** The time left and the buttons: at the card's foot, or docked where a thumb reaches. */
export function DecisionBar({
  open,
  note,
  children,
}: {
  readonly open: OpenInterrupt
  /** Why the decision cannot be given yet. */
  readonly note?: ReactNode
  /** The buttons, in reading order. */
  readonly children: ReactNode
}): ReactNode {
  const dock = useDock(open.interrupt.id)
  const bar = (
    <div className="agui-decision-bar" data-docked={dock !== undefined || undefined}>
      <TimeLeft open={open} />
      {note}
      {children}
    </div>
  )
  return dock === undefined ? bar : createPortal(bar, dock)
}

function TimeLeft({ open }: { readonly open: OpenInterrupt }): ReactNode {
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
