import { isKitError } from '../error.ts'
import { fault, type Issue } from '../issue.ts'
import { createAutosave } from '../persistence/autosave.ts'
import type { Persistence } from '../persistence/persistence.ts'
import { fromSaved, type RestoredThread, toSaved } from '../persistence/saved-thread.ts'
import type { SavedStream } from '../pipeline/saved-stream.ts'
import type { Clock } from '../ports.ts'
import type { Thread } from '../thread/thread.ts'

/** Keeps one thread between page loads. Nothing of it rejects: what fails is told as an issue. */
export interface Keeper {
  /** What was saved of the thread, if it can be used. */
  readonly load: () => Promise<RestoredThread | undefined>
  /** The thread changed: it is written within a second. */
  readonly soon: () => void
  /** Writes now. Resolves when it is durable, or when that failed and was told. */
  readonly now: () => Promise<void>
  readonly forget: () => Promise<void>
  /** Writes what is outstanding and lets go of the timer. */
  readonly close: () => Promise<void>
}

export interface KeeperOptions {
  readonly persistence: Persistence
  readonly key: string
  readonly threadId: string
  readonly clock: Clock
  /** The thread as it stands now. */
  readonly thread: () => Thread
  /** Where its live run stands, if it can be gone on with after a reload. Fits `thread`. */
  readonly stream: () => SavedStream | undefined
  readonly tell: (issue: Issue) => void
}

export function createKeeper({
  persistence,
  key,
  threadId,
  clock,
  thread,
  stream,
  tell,
}: KeeperOptions): Keeper {
  const failed = (error: unknown): void => {
    if (isKitError(error)) tell(fault('persistence-failed', error.message))
  }
  const autosave = createAutosave({
    persistence,
    key,
    clock,
    text: () => JSON.stringify(toSaved(thread(), clock.now(), stream())),
    onFailure: failed,
  })

  /** What cannot be used is set aside, never thrown away or into the page. */
  const setAside = (text: string, isForeign: boolean, why: string): void => {
    const aside = `${key}~set-aside`
    tell(
      fault(
        isForeign ? 'saved-thread-foreign' : 'saved-thread-unreadable',
        `What was saved of this thread cannot be used, because ${why}. It is kept under "${aside}".`,
      ),
    )
    persistence
      .save(aside, text)
      .catch(() => tell(fault('persistence-failed', 'What could not be used could not be set aside either.')))
  }

  return {
    load: async () => {
      try {
        const text = await persistence.load(key)
        if (text === undefined) return undefined
        const saved = fromSaved(text, threadId, clock.now())
        if ('thread' in saved) return saved
        setAside(text, saved.problem === 'foreign', saved.why)
      } catch (cause) {
        const why = cause instanceof Error ? cause.message : String(cause)
        tell(fault('persistence-failed', `What was saved of this thread could not be read: ${why}`))
      }
      return undefined
    },
    soon: autosave.soon,
    now: () => autosave.now().catch(failed),
    forget: () => persistence.remove(key),
    close: autosave.close,
  }
}
