import { useEffect, useState } from 'react'

/** The time, once a second while `isTicking`; the time of the last render otherwise. */
export function useNow(isTicking: boolean): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    if (!isTicking) return undefined
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isTicking])
  return nowMs
}
