/** A thread as the list shows it. The thread itself is kept elsewhere. */
export interface ListedThread {
  readonly id: string
  readonly title: string
  readonly updatedAtMs: number
  readonly openCount: number
}

/** The threads this browser knows, the latest first. */
export interface ThreadList {
  readonly get: () => readonly ListedThread[]
  readonly put: (thread: ListedThread) => void
  readonly remove: (id: string) => void
  readonly subscribe: (listener: () => void) => () => void
}

const KEY = 'agui-kit-demo:threads'
const MAX_THREADS = 100

/** Kept in web storage; other tabs' changes are followed. */
export function createThreadList(storage: Storage): ThreadList {
  const listeners = new Set<() => void>()
  let threads = read(storage)
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const set = (next: readonly ListedThread[]): void => {
    threads = next.toSorted((a, b) => b.updatedAtMs - a.updatedAtMs).slice(0, MAX_THREADS)
    try {
      storage.setItem(KEY, JSON.stringify(threads))
    } catch {
      // A full or closed store: the list then lives as long as the page.
    }
    tell()
  }
  const onStorage = ({ key }: StorageEvent): void => {
    if (key !== KEY) return
    threads = read(storage)
    tell()
  }
  return {
    get: () => threads,
    put: (thread) => {
      const known = threads.find(({ id }) => id === thread.id)
      const isSame =
        known?.title === thread.title &&
        known.openCount === thread.openCount &&
        known.updatedAtMs === thread.updatedAtMs
      if (isSame) return
      set([...threads.filter(({ id }) => id !== thread.id), thread])
    },
    remove: (id) => set(threads.filter((thread) => thread.id !== id)),
    subscribe: (listener) => {
      if (listeners.size === 0) window.addEventListener('storage', onStorage)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', onStorage)
      }
    },
  }
}

function read(storage: Storage): readonly ListedThread[] {
  try {
    const saved: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(saved) ? saved.filter(isListed) : []
  } catch {
    return []
  }
}

function isListed(value: unknown): value is ListedThread {
  if (typeof value !== 'object' || value === null) return false
  const { id, title, updatedAtMs, openCount } = value as Partial<Record<keyof ListedThread, unknown>>
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    typeof updatedAtMs === 'number' &&
    typeof openCount === 'number'
  )
}
