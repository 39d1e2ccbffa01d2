import type { StopReason } from './run-failure.ts'

export interface ActiveRun {
  /** Ends the run at its next event. A write already under way is awaited and kept. */
  readonly stop: (why: StopReason) => void
  readonly over: Promise<void>
}

/** The runs this instance performs. */
export interface RunRegistry {
  readonly isFull: () => boolean
  readonly add: (run: ActiveRun) => void
  /** From now on nothing is taken in; resolves when every run is over. */
  readonly stopAll: () => Promise<void>
}

export function createRunRegistry(maxRuns: number): RunRegistry {
  const active = new Set<ActiveRun>()
  let isClosing = false
  return {
    isFull: () => isClosing || active.size >= maxRuns,
    add: (run) => {
      active.add(run)
      void run.over.finally(() => active.delete(run))
      if (isClosing) run.stop('shutdown')
    },
    stopAll: async () => {
      isClosing = true
      for (const run of active) run.stop('shutdown')
      await Promise.all([...active].map((run) => run.over))
    },
  }
}
