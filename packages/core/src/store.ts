import { createStore } from 'zustand/vanilla'
import { createGuard } from './guard.ts'
import type { Cancel, Clock } from './ports.ts'
import { type Draft, publish, report } from './thread/draft.ts'
import type { SessionSnapshot, SnapshotKey } from './thread/snapshot.ts'

/** The published side of a session: snapshots for readers, at most one a frame. */
export interface SessionStore {
  readonly get: () => SessionSnapshot
  readonly subscribe: (key: SnapshotKey, listener: () => void) => Cancel
  /** Something changed in the draft: publish at once when idle or urgent, else at the next frame. */
  readonly touch: () => void
  /** Publishes what has changed, now. */
  readonly flush: () => void
  /** Changes what stands around the thread and publishes. */
  readonly set: (change: Partial<Omit<SessionSnapshot, 'thread'>>) => void
  readonly close: () => void
}

/**
 * One zustand store, one subscriber of it, and keyed listeners behind that: a delta wakes the components that
 * show it and no other, whatever the length of the thread.
 */
export function createSessionStore(draft: Draft, initial: SessionSnapshot, clock: Clock): SessionStore {
  const store = createStore<SessionSnapshot>(() => initial)
  const listeners = new Map<SnapshotKey, Set<() => void>>()
  let waking: ReadonlySet<SnapshotKey> = new Set()
  let cancelFrame: Cancel | undefined
  const guard = createGuard((issue) => report(draft, issue))

  const unsubscribe = store.subscribe(() => {
    // Collected first: a listener may subscribe or unsubscribe others while being called.
    const woken = new Set<() => void>()
    for (const key of waking) for (const listener of listeners.get(key) ?? []) woken.add(listener)
    for (const listener of listeners.get('thread') ?? []) woken.add(listener)
    for (const listener of woken) guard(listener)
  })

  const publishNow = (
    around: Partial<Omit<SessionSnapshot, 'thread'>>,
    keys: readonly SnapshotKey[],
  ): void => {
    const { thread, changed } = publish(draft)
    if (changed.size === 0 && keys.length === 0) return
    waking = new Set<SnapshotKey>([...changed, ...keys])
    store.setState({ ...store.getState(), ...around, thread }, true)
  }

  const flush = (): void => publishNow({}, [])

  /** The first change after a quiet frame is shown at once; those that follow wait for the frame. */
  const openFrame = (): void => {
    cancelFrame = clock.onFrame(() => {
      cancelFrame = undefined
      if (draft.changed.size === 0) return
      flush()
      openFrame()
    })
  }

  return {
    get: store.getState,
    subscribe: (key, listener) => {
      const group = listeners.get(key) ?? new Set()
      listeners.set(key, group.add(listener))
      return () => {
        group.delete(listener)
        if (group.size === 0 && listeners.get(key) === group) listeners.delete(key)
      }
    },
    touch: () => {
      if (draft.changed.size === 0) return
      if (cancelFrame === undefined) {
        flush()
        openFrame()
      } else if (draft.urgent) flush()
    },
    flush,
    set: (change) =>
      publishNow(
        change,
        // What is known of the server's clock came with the connection, and wakes those who read either.
        Object.keys(change).map((key) => (key === 'clockSkewMs' ? 'connection' : key) as SnapshotKey),
      ),
    close: () => {
      cancelFrame?.()
      cancelFrame = undefined
      unsubscribe()
    },
  }
}
