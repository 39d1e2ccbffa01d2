import { isKitError } from '../error.ts'
import type { Cancel, Clock } from '../ports.ts'
import type { RunFailure } from '../thread/thread.ts'
import type { Exchange, Resumption, ThreadSnapshot } from '../transport/transport.ts'
import { backoffMs, type RetryPolicy } from './backoff.ts'
import { toFailure } from './read-exchange.ts'

/** How a run that was lost sight of goes on. */
export type Recovery =
  /** Its events after the position that had been reached. */
  | { readonly kind: 'stream'; readonly exchange: Exchange }
  /** The thread as the server has it, and the rest of the run when it goes on. */
  | { readonly kind: 'snapshot'; readonly snapshot: ThreadSnapshot; readonly exchange?: Exchange }
  | { readonly kind: 'lost'; readonly failure: RunFailure }

export interface RecoverOptions {
  readonly resumption: Resumption
  readonly threadId: string
  readonly runId: string
  /** The last position had; without one only a snapshot can tell what is missing. */
  readonly after: string | undefined
  readonly policy: Required<RetryPolicy>
  /** Recoveries in a row before this one that led no further; each has used up an attempt. */
  readonly stalled: number
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  /** The first attempt does not wait. */
  readonly eager: boolean
  readonly onWait: (attempt: number, nextTryAtMs: number) => void
  /** Calls when it is worth trying at once: the network or the page is back. */
  readonly onWake: (run: () => void) => Cancel
}

const NO_FURTHER: RunFailure = {
  source: 'transport',
  message:
    'The server lets the run be entered again, and what it sends leads no further each time. What had arrived is kept.',
}

/**
 * Finds a run again: reattaches after the last position, else takes the snapshot and then the tail. Tries
 * with growing waits until the attempts are used up or the server says that there is nothing to find.
 */
export async function recoverRun(options: RecoverOptions): Promise<Recovery | undefined> {
  const { after, policy, signal } = options
  const find = after === undefined ? bySnapshot : afterPosition
  let failure = NO_FURTHER
  let askedMs = 0
  for (let attempt = 1 + options.stalled; attempt <= policy.maxAttempts; attempt++) {
    if (attempt > 1 || !options.eager) await pause(options, attempt, askedMs)
    if (signal.aborted) return undefined
    try {
      const found = await find(options)
      if (signal.aborted) return undefined
      if (found !== undefined) return found
      failure = NO_FURTHER
      askedMs = 0
    } catch (cause) {
      if (signal.aborted) return undefined
      failure = toFailure(cause)
      if (isFinal(statusOf(cause))) break
      askedMs = failure.details?.retryAfterMs ?? 0
    }
  }
  return { kind: 'lost', failure }
}

function statusOf(cause: unknown): number | undefined {
  return isKitError(cause) ? cause.details.status : undefined
}

/** Refusals that another attempt does not change. */
function isFinal(status: number | undefined): boolean {
  return (
    status !== undefined &&
    status >= 400 &&
    status < 500 &&
    status !== 408 &&
    status !== 425 &&
    status !== 429
  )
}

/** The run's events after a position; `gone` when the log does not reach back to it, or the run is unknown. */
async function reattach(
  { resumption, threadId, signal }: RecoverOptions,
  runId: string,
  after: string | undefined,
): Promise<Exchange | 'over' | 'gone'> {
  try {
    return await resumption.reattach({ threadId, runId, signal, ...(after !== undefined && { after }) })
  } catch (cause) {
    const status = statusOf(cause)
    if (status === 404 || status === 410) return 'gone'
    throw cause
  }
}

async function afterPosition(options: RecoverOptions): Promise<Recovery | undefined> {
  const exchange = await reattach(options, options.runId, options.after)
  // Over, and its terminal event was not among what we had; or gone: the snapshot knows what came of it.
  if (exchange === 'over' || exchange === 'gone') return bySnapshot(options)
  return { kind: 'stream', exchange }
}

async function bySnapshot(options: RecoverOptions): Promise<Recovery | undefined> {
  const { resumption, threadId, signal } = options
  const snapshot = await resumption.snapshot({ threadId, signal })
  if (snapshot === undefined) {
    return {
      kind: 'lost',
      failure: { source: 'transport', message: 'The server does not know this thread.' },
    }
  }
  const { activeRun } = snapshot
  if (activeRun === undefined) return { kind: 'snapshot', snapshot }
  const exchange = await reattach(options, activeRun.runId, activeRun.lastEventId)
  // It ended or moved on between the two requests: the next snapshot says how.
  return exchange === 'over' || exchange === 'gone' ? undefined : { kind: 'snapshot', snapshot, exchange }
}

function pause(
  { clock, random, policy, signal, onWait, onWake }: RecoverOptions,
  attempt: number,
  askedMs: number,
): Promise<void> {
  const delayMs = Math.min(Math.max(backoffMs(attempt, random(), policy), askedMs), policy.maxMs)
  onWait(attempt, clock.now() + delayMs)
  return new Promise((resolve) => {
    const done = (): void => {
      cancelTimer()
      cancelWake()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const cancelTimer = clock.after(delayMs, done)
    const cancelWake = onWake(done)
    signal.addEventListener('abort', done)
  })
}

/** Counts how often in a row a run was lost at the same place: a server that cuts each time has to end somewhere. */
export function createStallCount(): (place: string) => number {
  let last: string | undefined
  let count = 0
  return (place) => {
    count = place === last ? count + 1 : 0
    last = place
    return count
  }
}
