import type { ToolCallView } from '@agui-kit/core'
import { useExpiry } from '@agui-kit/react'
import type { ReactNode } from 'react'
import { useNow } from '../parts/useNow.ts'
import { useUi } from '../provider/useUi.ts'

/** The time that belongs to a state: how long it ran, how long is left, or when it was decided. */
export function ToolTime({ call }: { readonly call: ToolCallView }): ReactNode {
  const { formats } = useUi()
  const { status, record, decision, interrupt } = call
  const isTicking = status === 'running'
  const nowMs = useNow(isTicking)
  const expiry = useExpiry(status === 'approval' ? interrupt : undefined)

  if (status === 'approval') {
    return expiry.remainingMs === undefined ? null : <Time text={formats.countdown(expiry.remainingMs)} />
  }
  if (status === 'denied') {
    return decision === undefined ? null : <Time text={formats.time(decision.decidedAtMs, nowMs)} />
  }
  if (status === 'expired') {
    const atMs = Date.parse((interrupt?.interrupt ?? decision?.interrupt)?.expiresAt ?? '')
    return Number.isNaN(atMs) ? null : <Time text={formats.time(atMs, nowMs)} />
  }
  // The time a person took to decide is not the tool's.
  const startedAtMs = decision?.decidedAtMs ?? record?.calledAtMs ?? record?.startedAtMs
  if (startedAtMs === undefined) return null
  if (isTicking) {
    const elapsedMs = nowMs - startedAtMs
    return elapsedMs < 1_000 ? null : <Time text={formats.elapsed(elapsedMs)} />
  }
  if ((status === 'done' || status === 'failed') && record?.answeredAtMs !== undefined) {
    return <Time text={formats.duration(Math.max(0, record.answeredAtMs - startedAtMs))} />
  }
  return null
}

function Time({ text }: { readonly text: string }): ReactNode {
  return <span className="agui-time">{text}</span>
}
