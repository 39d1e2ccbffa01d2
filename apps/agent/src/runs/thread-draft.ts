import type { ThreadRecord } from '../threads/thread-store.ts'

/** The thread of the run in progress: the one place that changes it. */
export interface ThreadDraft {
  readonly current: () => ThreadRecord
  readonly change: (edit: (thread: ThreadRecord) => Partial<ThreadRecord>) => void
}

/** A draft whose changes can be kept. What was sent until now is kept with it. */
export interface SavedDraft extends ThreadDraft {
  readonly save: () => Promise<void>
}

export function createThreadDraft(initial: ThreadRecord): ThreadDraft {
  let thread = initial
  return {
    current: () => thread,
    change: (edit) => {
      thread = { ...thread, ...edit(thread) }
    },
  }
}
