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
  /** The last position had; absent after a reload, when only a snapshot can tell what is missing. */
  readonly after: string | undefined
  readonly policy: Required<RetryPolicy>
  readonly clock: Clock
  readonly random: () => number
  readonly signal: AbortSignal
  /** The first attempt does not wait. */
  readonly eager: boolean
  readonly onWait: (attempt: number, nextTryAtMs: number) => void
  /** Calls when it is worth trying at once: the network or the page is back. */
  readonly onWake: (run: () => void) => Cancel
}

/**
 * Finds a run again: reattaches after the last position, else takes the snapshot and then the tail. Tries
 * with growing waits until the attempts are used up or the server says that there is nothing to find.
 */
export async function recoverRun(options: RecoverOptions): Promise<Recovery | undefined> {
  const { policy, signal } = options
  let byPosition = options.after !== undefined
  for (let attempt = 1; ; attempt++) {
    if (attempt > 1 || !options.eager) await pause(options, attempt)
    if (signal.aborted) return undefined
    try {
      const found = byPosition ? await afterPosition(options) : await bySnapshot(options)
      if (signal.aborted) return undefined
      if (found !== undefined) return found
      byPosition = false
    } catch (cause) {
      if (signal.aborted) return undefined
      const status = isKitError(cause) ? cause.details.status : undefined
      // The log no longer reaches back, or the run is unknown: what the thread is now can still be asked.
      if (byPosition && (status === 404 || status === 410)) byPosition = false
      else if (isFinal(status) || attempt >= policy.maxAttempts)
        return { kind: 'lost', failure: toFailure(cause) }
    }
  }
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

async function afterPosition({
  resumption,
  threadId,
  runId,
  after,
  signal,
}: RecoverOptions): Promise<Recovery | undefined> {
  const exchange = await resumption.reattach({
    threadId,
    runId,
    signal,
    ...(after !== undefined && { after }),
  })
  // Over, and its terminal event was not among what we had: the snapshot knows how it ended.
  return exchange === 'over' ? undefined : { kind: 'stream', exchange }
}

async function bySnapshot({ resumption, threadId, signal }: RecoverOptions): Promise<Recovery | undefined> {
  const snapshot = await resumption.snapshot({ threadId, signal })
  if (snapshot === undefined) {
    return {
      kind: 'lost',
      failure: { source: 'transport', message: 'The server does not know this thread.' },
    }
  }
  const { activeRun } = snapshot
  if (activeRun === undefined) return { kind: 'snapshot', snapshot }
  const { runId, lastEventId } = activeRun
  const exchange = await resumption.reattach({
    threadId,
    runId,
    signal,
    ...(lastEventId !== undefined && { after: lastEventId }),
  })
  // It ended between the two requests: the next snapshot says how.
  return exchange === 'over' ? undefined : { kind: 'snapshot', snapshot, exchange }
}

function pause(
  { clock, random, policy, signal, onWait, onWake }: RecoverOptions,
  attempt: number,
): Promise<void> {
  const delayMs = backoffMs(attempt, random(), policy)
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
