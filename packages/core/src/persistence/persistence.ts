/** What persistence keeps: JSON text by key. Adapters know nothing of threads. */
export interface Persistence {
  /** The text last saved under the key, or `undefined`. Rejects when the store cannot be read. */
  readonly load: (key: string) => Promise<string | undefined>
  /** Replaces the text. Resolves when it is durable as far as the store can tell. Rejects on quota. */
  readonly save: (key: string, text: string) => Promise<void>
  /** Forgets the key. Resolves also when there was none. */
  readonly remove: (key: string) => Promise<void>
  /** All keys that hold something. */
  readonly keys: () => Promise<readonly string[]>
}
