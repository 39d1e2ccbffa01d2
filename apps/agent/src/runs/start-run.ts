import { setMaxListeners } from 'node:events'
import type { RunInput } from '../protocol/run-input.ts'
import { currentThread } from '../threads/current-thread.ts'
import { endOrphan } from './end-orphan.ts'
import { executeRun, type RunContext, type RunRequest } from './execute-run.ts'
import { RunStopped, type StopReason } from './run-failure.ts'
import type { RunRegistry } from './run-registry.ts'
import type { Begun, RunClaim } from './run-store.ts'
import { followRun } from './run-tail.ts'

export type StartedRun =
  /** It was begun now, or before by the same input: its events can be followed from the first one. */
  | { readonly kind: 'begun' }
  | { readonly kind: 'refused'; readonly code: 'run-active' | 'run-id-reused'; readonly runId: string }
  | { readonly kind: 'overloaded' }

export interface StartRequest {
  readonly input: RunInput
  readonly inputSha256: string
  readonly toResultUrl: RunRequest['toResultUrl']
}

const CANCEL_PATIENCE_MS = 3_000

/** Starts a run unless it was started before or its thread is busy. A run that is being cancelled is waited for. */
export async function startRun(
  context: RunContext,
  registry: RunRegistry,
  request: StartRequest,
): Promise<StartedRun> {
  const { threadId, runId } = request.input
  const { inputSha256 } = request
  const stopper = new AbortController()
  // Clients of tools and models add a listener a request and leave it there: bounded by the run, no leak.
  setMaxListeners(0, stopper.signal)
  const stop = (why: StopReason) => stopper.abort(new RunStopped(why))

  let hasWaited = false
  for (;;) {
    const begun = await begin(context, registry, { threadId, runId, inputSha256 }, stop)
    switch (begun.kind) {
      case 'overloaded':
        return begun
      case 'known':
        return begun.inputSha256 === inputSha256
          ? { kind: 'begun' }
          : { kind: 'refused', code: 'run-id-reused', runId }
      case 'orphaned':
        await endOrphan(context, threadId, begun.runId)
        break
      case 'busy':
        if (!begun.isCancelling || hasWaited) {
          return { kind: 'refused', code: 'run-active', runId: begun.runId }
        }
        hasWaited = true
        await waitForEnd(context, threadId, begun.runId)
        break
      case 'begun':
        await launch(context, registry, request, begun.claim, stopper, stop)
        return { kind: 'begun' }
      default:
        begun satisfies never
    }
  }
}

/** Nothing new is begun by a full agent, but what was begun before is still answered. */
async function begin(
  { runs }: RunContext,
  registry: RunRegistry,
  start: { readonly threadId: string; readonly runId: string; readonly inputSha256: string },
  stop: (why: StopReason) => void,
): Promise<Begun | { readonly kind: 'overloaded' }> {
  if (!registry.isFull()) return runs.begin(start, stop)
  const known = await runs.status(start.threadId, start.runId)
  return known === undefined ? { kind: 'overloaded' } : { kind: 'known', inputSha256: known.inputSha256 }
}

/** Resolves when the run is stored: an answer to its input must not be followed by a snapshot without it. */
async function launch(
  context: RunContext,
  registry: RunRegistry,
  { input, toResultUrl }: StartRequest,
  claim: RunClaim,
  stopper: AbortController,
  stop: (why: StopReason) => void,
): Promise<void> {
  const stored = await currentThread(context, input.threadId).catch(async (error: unknown) => {
    await claim.abandon().catch(context.onFault)
    throw error
  })
  const onLost = () => stop('lost')
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const noticed: RunClaim = { ...claim, write: (step) => claim.write(step).finally(begin) }
  const request = { input, stored, claim: noticed, signal: stopper.signal, toResultUrl, onLost }
  const over = executeRun(context, request)
  registry.add({ stop, over })
  await Promise.race([begun, over])
}

async function waitForEnd(context: RunContext, threadId: string, runId: string): Promise<void> {
  const status = await context.runs.status(threadId, runId)
  if (status === undefined) return
  const { store, runs, watchMs } = context
  const tail = followRun({ store, runs, threadId, runId, from: status.nextIndex, watchMs })
  const deadlineMs = performance.now() + CANCEL_PATIENCE_MS
  for (;;) {
    const leftMs = deadlineMs - performance.now()
    if (leftMs <= 0 || (await tail.next(leftMs)).kind !== 'frames') break
  }
  tail.leave()
}
