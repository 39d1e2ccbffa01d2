/** Cancels what was scheduled. Calling it again does nothing. */
export type Cancel = () => void

/** Time as the kit uses it; a parameter, so that tests own it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly after: (delayMs: number, run: () => void) => Cancel
  /** Runs at the next animation frame; by a timer where there are no frames (Node, a hidden tab). */
  readonly onFrame: (run: () => void) => Cancel
}

/** Ids as the kit mints them: for messages, runs, and nothing else. */
export type Ids = () => string

const FRAME_MS = 16

/** The clock of the machine. Touches no global until it is used. */
export function createSystemClock(): Clock {
  const after = (delayMs: number, run: () => void): Cancel => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  }
  return {
    now: () => Date.now(),
    after,
    onFrame: (run) => {
      // A hidden tab gets no frames: a timer keeps the thread moving.
      if (typeof requestAnimationFrame !== 'function' || document.visibilityState === 'hidden') {
        return after(FRAME_MS, run)
      }
      let done = false
      const once = (): void => {
        if (done) return
        done = true
        cancelAnimationFrame(frame)
        clearTimeout(timer)
        run()
      }
      const frame = requestAnimationFrame(once)
      // A tab hidden after this line would keep the frame for ever.
      const timer = setTimeout(once, 250)
      return () => {
        done = true
        cancelAnimationFrame(frame)
        clearTimeout(timer)
      }
    },
  }
}

/**
 * Calls when the network or the page is back: worth trying at once what was waiting. Never where there is no
 * window.
 */
export function onWake(run: () => void): Cancel {
  if (typeof window === 'undefined') return () => undefined
  const whenVisible = (): void => {
    if (document.visibilityState === 'visible') run()
  }
  window.addEventListener('online', run)
  window.addEventListener('pageshow', run)
  document.addEventListener('visibilitychange', whenVisible)
  return () => {
    window.removeEventListener('online', run)
    window.removeEventListener('pageshow', run)
    document.removeEventListener('visibilitychange', whenVisible)
  }
}

/** Random ids. Pages served over plain http have no `crypto.randomUUID`, so it does without. */
export function createRandomIds(): Ids {
  return () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    let id = ''
    for (const byte of bytes) id += byte.toString(16).padStart(2, '0')
    return id
  }
}
