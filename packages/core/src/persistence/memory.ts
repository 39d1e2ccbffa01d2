import type { Persistence } from './persistence.ts'

/** Keeps texts as long as the page lives. For tests, for servers, and for pages that must leave no trace. */
export function createMemoryPersistence(initial: Iterable<readonly [string, string]> = []): Persistence {
  const texts = new Map(initial)
  return {
    load: async (key) => texts.get(key),
    save: async (key, text) => {
      texts.set(key, text)
    },
    remove: async (key) => {
      texts.delete(key)
    },
    keys: async () => [...texts.keys()],
  }
}
