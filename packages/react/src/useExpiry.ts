import { expiresAtMs as deadlineOf, type OpenInterrupt, type SessionSnapshot } from '@agui-kit/core'
import { useEffect, useState } from 'react'
import { type Expiry, nextTickMs } from './expiry.ts'
import { useSnapshot } from './useSnapshot.ts'

const selectSkew = (snapshot: SessionSnapshot): number => snapshot.clockSkewMs

/**
 * An interrupt's deadline by the server's clock. Renders once a second (once a minute beyond an hour) while
 * the page is visible, at the deadline exactly, and at once after a sleep; never where there is no deadline.
 */
export function useExpiry(openInterrupt: OpenInterrupt | undefined): Expiry {
  const skewMs = useSnapshot('connection', selectSkew)
  const [nowMs, setNowMs] = useState(Date.now)
  const expiresAtMs = openInterrupt && deadlineOf(openInterrupt.interrupt)
  useEffect(() => {
    if (expiresAtMs === undefined) return undefined
    return watchDeadline(expiresAtMs - skewMs, setNowMs)
  }, [expiresAtMs, skewMs])
  const saidSo = openInterrupt?.expired === true
  if (expiresAtMs === undefined) return { expired: saidSo }
  const remainingMs = Math.max(0, expiresAtMs - skewMs - nowMs)
  return { expiresAtMs, remainingMs, expired: saidSo || remainingMs === 0 }
}

/** Tells the time whenever a countdown to `deadlineMs`, by our clock, shows something else. */
function watchDeadline(deadlineMs: number, tell: (nowMs: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tick = (): void => {
    clearTimeout(timer)
    const nowMs = Date.now()
    tell(nowMs)
    const delayMs = nextTickMs(deadlineMs - nowMs, document.visibilityState === 'visible')
    if (delayMs !== undefined) timer = setTimeout(tick, delayMs)
  }
  tick()
  // Timers stand still while a device sleeps or a page is frozen.
  document.addEventListener('visibilitychange', tick)
  window.addEventListener('pageshow', tick)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', tick)
    window.removeEventListener('pageshow', tick)
  }
}
