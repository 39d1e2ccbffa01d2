import type { Thread } from '@agui-kit/core'
import { useConnection, useOnline, useRun, useThread } from '@agui-kit/react'
import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/paths.ts'
import { useUi } from '../provider/useUi.ts'

/** An answer that takes longer is told; shorter ones would only flicker. */
const SLOW_MS = 4_000

const selectUnconfirmed = (thread: Thread): number =>
  thread.interrupts.filter(({ decision }) => decision !== undefined && decision.delivery !== 'accepted')
    .length

const selectUnsaved = (thread: Thread): boolean =>
  thread.issues.some(({ code }) => code === 'persistence-failed')

export interface ConnectionBannerProps {
  /** Also tells that the latest answer was cut. Default true; a message list tells it at the place itself. */
  readonly cut?: boolean
}

/** One slim line about the way to the agent: offline, slow, cut. Nothing while all is well. */
export function ConnectionBanner({ cut = true }: ConnectionBannerProps): ReactNode {
  const { messages } = useUi()
  const isOnline = useOnline()
  const run = useRun()
  const isSlow = useIsSlow()
  const connection = useConnection()
  const isUnsaved = useThread(selectUnsaved, 'issues')
  const unconfirmed = useThread(selectUnconfirmed, 'interrupts')
  if (!isOnline) {
    return (
      <Banner tone="warning" icon="offline">
        {unconfirmed === 0 ? messages.offline : messages.offlineWithDecisions(unconfirmed)}
      </Banner>
    )
  }
  if (connection.kind === 'reconnecting') {
    return (
      <Banner tone="neutral" icon="ring">
        {messages.reconnecting(connection.attempt)}
      </Banner>
    )
  }
  if (isSlow) {
    return (
      <Banner tone="neutral" icon="ring">
        {messages.slow}
      </Banner>
    )
  }
  if (isUnsaved) {
    return (
      <Banner tone="warning" icon="danger">
        {messages.unsaved}
      </Banner>
    )
  }
  if (cut && run.kind === 'truncated' && run.cause !== 'stopped') {
    return (
      <Banner tone="danger" icon="cut">
        {messages.cut}
      </Banner>
    )
  }
  return null
}

function Banner({
  tone,
  icon,
  children,
}: {
  readonly tone: 'neutral' | 'warning' | 'danger'
  readonly icon: IconName
  readonly children: ReactNode
}): ReactNode {
  return (
    <output className="agui-banner" data-tone={tone}>
      <Icon name={icon} />
      <span>{children}</span>
    </output>
  )
}

function useIsSlow(): boolean {
  const isConnecting = useConnection().kind === 'connecting'
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isConnecting) return undefined
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isConnecting])
  return isConnecting && isSlow
}
