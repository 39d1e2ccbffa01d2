import type { RunLog } from './run-log.ts'

export interface ActiveRun {
  readonly runId: string
  readonly log: RunLog
  /** Ends the run at its next event. A write already under way is awaited and kept. */
  readonly stop: () => void
  readonly isStopping: () => boolean
  readonly over: Promise<void>
}

/** Which thread runs what: one run a thread at a time. */
export interface RunRegistry {
  readonly get: (threadId: string) => ActiveRun | undefined
  readonly add: (threadId: string, run: ActiveRun) => void
  readonly stopAll: () => Promise<void>
}

export function createRunRegistry(): RunRegistry {
  const active = new Map<string, ActiveRun>()
  return {
    get: (threadId) => active.get(threadId),
    add: (threadId, run) => {
      active.set(threadId, run)
      void run.over.finally(() => active.delete(threadId))
    },
    stopAll: async () => {
      const runs = [...active.values()]
      for (const run of runs) run.stop()
      await Promise.all(runs.map((run) => run.over))
    },
  }
}
