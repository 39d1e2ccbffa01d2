import { createMemoryPersistence, createSession, type Session, type SessionOptions } from '@agui-kit/core'
import { useEffect, useState } from 'react'
import { createSessionLease, type SessionLease } from './session-lease.ts'

/**
 * A session for the component's life: made at the first render, started once mounted, closed on unmount.
 * Another `threadId` makes a new session; the other options count when a session is made. A function is
 * called once: to change the thread then, give the component a `key`. Touches no storage on a server.
 */
export function useOwnSession(options: SessionOptions | (() => SessionOptions)): Session {
  // Kept beyond one session, so that coming back to a thread finds it.
  const [memory] = useState(createMemoryPersistence)
  const [owned, setOwned] = useState(() =>
    own({ persistence: memory, ...(typeof options === 'function' ? options() : options) }),
  )
  if (typeof options !== 'function' && options.threadId !== owned.askedThreadId) {
    setOwned(own({ persistence: memory, ...options }))
  }
  // A hidden subtree lets go of its effects and may come back: then a new session goes on.
  useEffect(
    () => owned.lease.hold(() => setOwned((current) => (current === owned ? ownAgain(owned) : current))),
    [owned],
  )
  return owned.lease.session
}

interface OwnedSession {
  readonly options: SessionOptions
  readonly askedThreadId: string | undefined
  readonly lease: SessionLease
}

function own(options: SessionOptions): OwnedSession {
  return { options, askedThreadId: options.threadId, lease: createSessionLease(createSession(options)) }
}

/** A new session for the same thread. */
function ownAgain({ options, askedThreadId, lease }: OwnedSession): OwnedSession {
  return { ...own({ ...options, threadId: lease.session.threadId }), askedThreadId }
}
