import type { RunFrame } from './run-frame.ts'
import type { RunClaim } from './run-store.ts'
import type { ThreadDraft } from './thread-draft.ts'

/** Carries what a run says into the store, in order and in batches. */
export interface RunLog {
  /** Returns at once; everything appended in one turn of the event loop becomes visible together. */
  readonly append: (frame: RunFrame) => void
  /** Writes the thread as it is now, and every frame it rests on. */
  readonly save: () => Promise<void>
  /** The last write: the thread is free afterwards. */
  readonly end: () => Promise<void>
}

export interface RunLogOptions {
  readonly claim: RunClaim
  readonly thread: ThreadDraft
  /** After so many frames the thread is saved with them, so that old frames may be dropped. */
  readonly saveEveryFrames: number
  /** Nothing can be written any more. */
  readonly onLost: (error: unknown) => void
}

export function createRunLog({ claim, thread, saveEveryFrames, onLost }: RunLogOptions): RunLog {
  let pending: RunFrame[] = []
  let nextIndex = 0
  let unsavedFrames = 0
  let isScheduled = false
  let writing: Promise<void> = Promise.resolve()

  const write = (isSave: boolean, isEnd = false): Promise<void> => {
    const frames = pending
    pending = []
    const first = nextIndex - frames.length
    if (isSave) {
      thread.change(({ revision }) => ({ revision: revision + 1 }))
      unsavedFrames = 0
    }
    const step = { first, frames, isEnd, ...(isSave ? { thread: thread.current() } : {}) }
    writing = writing.then(() => claim.write(step))
    writing.catch(onLost)
    return writing
  }

  // While one batch is being written the next one gathers, so a slow store costs delay and not work.
  const flushSoon = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      void writing
        .catch(() => {})
        .then(() => {
          isScheduled = false
          if (pending.length > 0) void write(unsavedFrames >= saveEveryFrames).catch(() => {})
        })
    })
  }

  return {
    append: (frame) => {
      pending.push(frame)
      nextIndex = frame.index + 1
      unsavedFrames += 1
      flushSoon()
    },
    save: () => write(true),
    end: () => write(true, true),
  }
}
