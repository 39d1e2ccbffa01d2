import type { ThreadRecord, ThreadStore } from '../threads/thread-store.ts'

/** The thread of the run in progress: the one place that changes it. */
export interface ThreadDraft {
  readonly current: () => ThreadRecord
  readonly change: (edit: (thread: ThreadRecord) => Partial<ThreadRecord>) => void
  readonly save: () => Promise<void>
}

export function createThreadDraft(initial: ThreadRecord, store: ThreadStore): ThreadDraft {
  let thread = initial
  return {
    current: () => thread,
    change: (edit) => {
      thread = { ...thread, ...edit(thread) }
    },
    save: () => store.save(thread),
  }
}
