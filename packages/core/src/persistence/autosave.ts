import { KitError } from '../error.ts'
import type { Cancel, Clock } from '../ports.ts'
import type { Persistence } from './persistence.ts'

/** Keeps the latest text of one key in a store, one write at a time. */
export interface Autosave {
  /** The text will change: it is written within the interval. */
  readonly soon: () => void
  /** Writes now, after a write under way. Rejects with `persistence-failed`. */
  readonly now: () => Promise<void>
  /** Writes what is outstanding and stops. Never rejects. */
  readonly close: () => Promise<void>
}

export interface AutosaveOptions {
  readonly persistence: Persistence
  readonly key: string
  readonly text: () => string
  readonly clock: Clock
  /** Longest time a change waits while a run streams. Defaults to 1,000 ms. */
  readonly intervalMs?: number
  readonly onFailure: (error: KitError) => void
}

export function createAutosave({
  persistence,
  key,
  text,
  clock,
  intervalMs = 1000,
  onFailure,
}: AutosaveOptions): Autosave {
  let timer: Cancel | undefined
  let writing: Promise<void> = Promise.resolve()
  let outstanding = false
  let closed = false

  const write = (): Promise<void> => {
    timer?.()
    timer = undefined
    outstanding = false
    // One after another, so that an older text never overwrites a newer one.
    const done = writing.then(() => persistence.save(key, text()))
    writing = done.catch(() => {})
    return done.catch((cause: unknown) => {
      throw new KitError(
        'persistence-failed',
        'The thread could not be saved. It would be gone after a reload. Check that storage is allowed and not full.',
        {},
        cause,
      )
    })
  }

  return {
    soon: () => {
      if (closed) return
      outstanding = true
      timer ??= clock.after(intervalMs, () => {
        write().catch(onFailure)
      })
    },
    now: write,
    close: async () => {
      closed = true
      if (outstanding) await write().catch(onFailure)
      timer?.()
      await writing
    },
  }
}
