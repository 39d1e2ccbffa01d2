import { persistenceFailed } from './failure.ts'
import { openDatabase } from './indexed-db-open.ts'
import type { Persistence } from './persistence.ts'

/** Options of `createIndexedDbPersistence`. */
export interface IndexedDbPersistenceOptions {
  /** Name of the database. Default `agui-kit`. */
  readonly name?: string
  /** Name of the object store in it; added if an existing database has none. Default `threads`. */
  readonly store?: string
  /** Default: the global `indexedDB`, looked up when first used. */
  readonly indexedDB?: IDBFactory
}

const MAX_ATTEMPTS = 3

/**
 * Keeps texts in IndexedDB, as large as the browser allows. Nothing is opened at creation. `save` resolves
 * when the transaction is complete, with strict durability where the browser knows it. The database is given
 * up when another tab wants to change or delete it, and opened again at the next use. Every operation
 * rejects with `persistence-failed` when the database refuses (quota, private mode, blocked).
 */
export function createIndexedDbPersistence(options: IndexedDbPersistenceOptions = {}): Persistence {
  const { name = 'agui-kit', store = 'threads' } = options
  let opening: Promise<IDBDatabase> | undefined

  const database = (): Promise<IDBDatabase> => {
    if (opening === undefined) {
      const attempt = openDatabase(options.indexedDB ?? globalThis.indexedDB, name, store)
      opening = attempt
      attempt.catch(() => forget(attempt))
    }
    return opening
  }

  const forget = (attempt: Promise<IDBDatabase>): void => {
    if (opening === attempt) opening = undefined
  }

  const run = async <T>(
    doing: string,
    mode: IDBTransactionMode,
    work: (texts: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    try {
      return await transact(await begin(mode), work)
    } catch (cause) {
      throw persistenceFailed(doing, `the IndexedDB database "${name}"`, cause)
    }
  }

  const begin = async (mode: IDBTransactionMode): Promise<IDBTransaction> => {
    for (let attempt = 1; ; attempt++) {
      const opened = database()
      const db = await opened
      try {
        return db.transaction(store, mode, { durability: 'strict' })
      } catch (error) {
        // It may have been closed since it was opened: by another tab's wish, or by the browser.
        if (attempt >= MAX_ATTEMPTS) throw error
        forget(opened)
      }
    }
  }

  return {
    load: async (key) => {
      const text: unknown = await run('Reading from', 'readonly', (texts) => texts.get(key))
      return typeof text === 'string' ? text : undefined
    },
    save: async (key, text) => {
      await run('Writing to', 'readwrite', (texts) => texts.put(text, key))
    },
    remove: async (key) => {
      await run('Removing from', 'readwrite', (texts) => texts.delete(key))
    },
    keys: async () => {
      const keys = await run('Listing', 'readonly', (texts) => texts.getAllKeys())
      return keys.filter((key) => typeof key === 'string')
    },
  }
}

/** The result of one request, once its transaction is complete; a request that succeeded may still be undone. */
function transact<T>(
  transaction: IDBTransaction,
  work: (texts: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = work(transaction.objectStore(transaction.objectStoreNames[0] as string))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', () => reject(transaction.error ?? request.error))
  })
}
