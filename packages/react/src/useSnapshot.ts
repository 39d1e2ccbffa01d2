import type { SessionSnapshot, SnapshotKey } from '@agui-kit/core'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useSession } from './useSession.ts'

/**
 * A slice of the session's snapshot. Renders again when `key` was published and the slice is another one by
 * `Object.is`; a selector that builds its slice anew renders at every publish of `key`.
 */
export function useSnapshot<T>(key: SnapshotKey, selector: (snapshot: SessionSnapshot) => T): T {
  const session = useSession()
  const subscribe = useCallback((listener: () => void) => session.subscribe(key, listener), [session, key])
  const read = useMemo(() => oncePerSnapshot(session.getSnapshot, selector), [session, selector])
  const readOnServer = useMemo(
    () => oncePerSnapshot(session.getServerSnapshot, selector),
    [session, selector],
  )
  return useSyncExternalStore(subscribe, read, readOnServer)
}

/** React asks more than once for the same snapshot and must get the same slice each time. */
function oncePerSnapshot<T>(
  getSnapshot: () => SessionSnapshot,
  selector: (snapshot: SessionSnapshot) => T,
): () => T {
  let last: { readonly snapshot: SessionSnapshot; readonly slice: T } | undefined
  return () => {
    const snapshot = getSnapshot()
    if (last?.snapshot !== snapshot) last = { snapshot, slice: selector(snapshot) }
    return last.slice
  }
}
