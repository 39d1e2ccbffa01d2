import { toEventId } from '../protocol/event-id.ts'
import type { Stores } from '../threads/current-thread.ts'
import { endOrphan } from './end-orphan.ts'
import { type RunEnd, toRunEnd } from './run-frame.ts'
import type { RunStatus } from './run-store.ts'

/** How a run stands, for whoever asks from outside. */
export type RunReport = {
  readonly threadId: string
  readonly runId: string
  readonly lastEventId: string | null
} & (
  | { readonly status: 'running' | 'cancelling' }
  /** How it ended is left out when the log that would tell is gone. */
  | ({ readonly status: 'finished' | 'cancelled' } & Partial<RunEnd>)
)

/** The status of a run; one whose owner is gone is ended first, so that it never looks alive. */
export async function settledStatus(
  stores: Stores,
  threadId: string,
  runId: string,
): Promise<RunStatus | undefined> {
  const status = await stores.runs.status(threadId, runId)
  if (status?.kind !== 'orphaned') return status
  await endOrphan(stores, threadId, runId)
  return stores.runs.status(threadId, runId)
}

export async function reportRun(
  stores: Stores,
  threadId: string,
  runId: string,
): Promise<RunReport | undefined> {
  const status = await settledStatus(stores, threadId, runId)
  if (status === undefined) return undefined
  const { nextIndex } = status
  const lastEventId = nextIndex === 0 ? null : toEventId(runId, nextIndex - 1)
  const about = { threadId, runId, lastEventId }
  if (status.kind !== 'ended') return { ...about, status: status.isCancelling ? 'cancelling' : 'running' }
  const [last] = await stores.runs.read(threadId, runId, nextIndex - 1, 1)
  const end = last && toRunEnd(last.event)
  const isCancelled = end !== undefined && 'outcome' in end && end.outcome.type === 'cancelled'
  return { ...about, status: isCancelled ? 'cancelled' : 'finished', ...end }
}
