import { persistenceFailed } from './failure.ts'
import type { Persistence } from './persistence.ts'

/** The part of the DOM's `Storage` that is used. */
export type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Options of `createWebStoragePersistence`. */
export interface WebStoragePersistenceOptions {
  /** Where to keep the texts; asked for at each use. Default: `localStorage`. */
  readonly storage?: () => WebStorage
  /** What the names in the storage begin with; a `:` is put after it if it has none. Default `agui-kit:`. */
  readonly prefix?: string
}

/**
 * Keeps texts in `localStorage` or `sessionStorage`. Nothing is touched at creation; where the storage is
 * forbidden (private mode, a sandboxed frame) or absent (a server), each operation rejects with
 * `persistence-failed`. About 5 MB a site; for more, use IndexedDB.
 */
export function createWebStoragePersistence(options: WebStoragePersistenceOptions = {}): Persistence {
  const { storage = () => globalThis.localStorage, prefix = 'agui-kit:' } = options
  const start = prefix.endsWith(':') ? prefix : `${prefix}:`

  const use = async <T>(doing: string, work: (storage: WebStorage) => T): Promise<T> => {
    try {
      return work(storage())
    } catch (cause) {
      throw persistenceFailed(doing, 'the web storage', cause)
    }
  }

  return {
    load: (key) => use('Reading from', (store) => store.getItem(start + toName(key)) ?? undefined),
    save: (key, text) => use('Writing to', (store) => store.setItem(start + toName(key), text)),
    remove: (key) => use('Removing from', (store) => store.removeItem(start + toName(key))),
    keys: () => use('Listing', (store) => ownKeys(store, start)),
  }
}

function ownKeys(store: WebStorage, start: string): readonly string[] {
  const keys: string[] = []
  for (let index = 0; index < store.length; index++) {
    const name = store.key(index)
    if (!name?.startsWith(start)) continue
    const rest = name.slice(start.length)
    // A ':' left over belongs to another, longer prefix.
    if (!rest.includes(':')) keys.push(toKey(rest))
  }
  return keys
}

// Keys are kept readable, but without ':', so that prefixes that begin alike never share a name.
function toName(key: string): string {
  return key.replaceAll('%', '%25').replaceAll(':', '%3A')
}

function toKey(name: string): string {
  return name.replaceAll('%3A', ':').replaceAll('%25', '%')
}
