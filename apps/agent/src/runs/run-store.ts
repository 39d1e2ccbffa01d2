import type { ThreadRecord } from '../threads/thread-store.ts'
import type { StopReason } from './run-failure.ts'
import type { RunFrame } from './run-frame.ts'

export interface RunStart {
  readonly threadId: string
  readonly runId: string
  /** Tells a repeated input from another one under the same id. */
  readonly inputSha256: string
}

/** One step of a run: what was said, the thread after it, and whether that was all. */
export interface RunStep {
  /** Number of the first frame, or of the next one when there are none. */
  readonly first: number
  readonly frames: readonly RunFrame[]
  readonly thread?: ThreadRecord | undefined
  readonly isEnd?: boolean | undefined
}

/**
 * The right to run a thread, held by one at a time. Readers see a step when it is written, whole; its last
 * one also sets the thread free.
 */
export interface RunClaim {
  /** Rejects with `ClaimLost` when the right has passed to someone else. */
  readonly write: (step: RunStep) => Promise<void>
  /** Sets the thread free when nothing was written. */
  readonly abandon: () => Promise<void>
}

export type Begun =
  | { readonly kind: 'begun'; readonly claim: RunClaim }
  /** This run was begun before. */
  | { readonly kind: 'known'; readonly inputSha256: string }
  | { readonly kind: 'busy'; readonly runId: string; readonly isCancelling: boolean }
  /** Whoever performed this run is gone; it has to be ended before another can begin. */
  | { readonly kind: 'orphaned'; readonly runId: string }

export interface RunStatus {
  readonly kind: 'live' | 'orphaned' | 'ended'
  readonly inputSha256: string
  /** The first frame that can still be read. */
  readonly firstIndex: number
  readonly nextIndex: number
  readonly isCancelling: boolean
}

/** Logs of runs and the lock that keeps a thread to one run. A run without a frame has never begun. */
export interface RunStore {
  /** `onStop` is called when the run is to be cancelled or the claim was lost. */
  readonly begin: (start: RunStart, onStop: (why: StopReason) => void) => Promise<Begun>
  /** Claims a run whose owner is gone; nothing when it is not, or when someone else was faster. */
  readonly takeOver: (threadId: string, runId: string) => Promise<RunClaim | undefined>
  readonly status: (threadId: string, runId: string) => Promise<RunStatus | undefined>
  /** Frames from an index on, as far as they are written; a first one beyond the index means a lost part. */
  readonly read: (
    threadId: string,
    runId: string,
    from: number,
    limit: number,
  ) => Promise<readonly RunFrame[]>
  readonly requestCancel: (threadId: string, runId: string) => Promise<void>
  /** Calls back whenever something may have been written to the thread's runs. Returns the way to stop. */
  readonly watch: (threadId: string, notify: () => void) => () => void
  readonly close: () => Promise<void>
}

/** Someone else holds the thread now, or it could not be written to in time. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

/** The shared store cannot be reached. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}
