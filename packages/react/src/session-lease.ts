import type { Session } from '@agui-kit/core'

/** A session that lives as long as somebody holds it. */
export interface SessionLease {
  readonly session: Session
  /**
   * Starts the session. Returns the way to let go; calling that again does nothing. `onClosed` is told when
   * the holder was the last: the session does not come back.
   */
  readonly hold: (onClosed: () => void) => () => void
}

/** Closes the session once nobody holds it any more. */
export function createSessionLease(session: Session): SessionLease {
  const holders = new Set<symbol>()
  let isClosed = false
  return {
    session,
    hold: (onClosed) => {
      const holder = Symbol('holder')
      holders.add(holder)
      void session.start()
      return () => {
        holders.delete(holder)
        // StrictMode and hot reload unmount and mount again in one go: a microtask later it is known
        // whether somebody holds it again.
        queueMicrotask(() => {
          if (holders.size > 0 || isClosed) return
          isClosed = true
          void session.close()
          onClosed()
        })
      }
    },
  }
}
