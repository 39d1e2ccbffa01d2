import type { Clock } from '@agui-kit/core'

/** Time that moves only when a test says so. */
export interface ManualClock extends Clock {
  /** Runs what waits for the next frame; says how many callbacks that were. */
  readonly frame: () => number
  /** Moves on, running what falls due on the way. */
  readonly advance: (durationMs: number) => void
  /** Timers and frames that still wait. */
  readonly waiting: () => number
}

interface Timer {
  readonly dueMs: number
  readonly run: () => void
}

/** A clock at a moment, in epoch milliseconds; 1,000,000 unless said otherwise. */
export function createManualClock(startMs = 1_000_000): ManualClock {
  let nowMs = startMs
  const timers = new Set<Timer>()
  const frames = new Set<() => void>()
  const nextDue = (untilMs: number): Timer | undefined =>
    [...timers].filter((timer) => timer.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0]
  return {
    now: () => nowMs,
    after: (delayMs, run) => {
      const timer = { dueMs: nowMs + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    onFrame: (run) => {
      const once = (): void => run()
      frames.add(once)
      return () => frames.delete(once)
    },
    frame: () => {
      const due = [...frames]
      frames.clear()
      for (const run of due) run()
      return due.length
    },
    advance: (durationMs) => {
      const untilMs = nowMs + durationMs
      for (let timer = nextDue(untilMs); timer !== undefined; timer = nextDue(untilMs)) {
        timers.delete(timer)
        nowMs = timer.dueMs
        timer.run()
      }
      nowMs = untilMs
    },
    waiting: () => timers.size + frames.size,
  }
}
