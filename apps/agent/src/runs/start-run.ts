import { setMaxListeners } from 'node:events'
import type { RunInput } from '../protocol/run-input.ts'
import { executeRun, type RunContext, type RunRequest } from './execute-run.ts'
import { createRunLog } from './run-log.ts'
import type { ActiveRun, RunRegistry } from './run-registry.ts'

export type StartedRun =
  | { readonly kind: 'started'; readonly run: ActiveRun }
  | { readonly kind: 'refused'; readonly code: 'run-active' | 'run-id-reused'; readonly runId: string }

/**
 * Starts a run unless its thread is busy or its id was used before; a run about to stop is waited for.
 * The place in the registry is taken before anything else is awaited: of two inputs that arrive together
 * one is refused.
 */
export async function startRun(
  context: RunContext,
  registry: RunRegistry,
  input: RunInput,
  toResultUrl: RunRequest['toResultUrl'],
): Promise<StartedRun> {
  const stopping = registry.get(input.threadId)
  if (stopping?.isStopping() === true) await stopping.over
  const busy = registry.get(input.threadId)
  if (busy !== undefined) return { kind: 'refused', code: 'run-active', runId: busy.runId }

  const { runId, threadId } = input
  const log = createRunLog()
  const stopper = new AbortController()
  // Clients of tools and models add a listener a request and leave it there: bounded by the run, no leak.
  setMaxListeners(0, stopper.signal)
  const loading = context.store.load(threadId)
  const over = loading.then(
    (stored) =>
      stored.runIds.includes(runId)
        ? log.end()
        : executeRun(context, { input, stored, log, signal: stopper.signal, toResultUrl }),
    () => log.end(),
  )
  const run: ActiveRun = {
    runId,
    log,
    stop: () => stopper.abort(),
    isStopping: () => stopper.signal.aborted,
    over,
  }
  registry.add(threadId, run)
  const stored = await loading
  return stored.runIds.includes(runId)
    ? { kind: 'refused', code: 'run-id-reused', runId }
    : { kind: 'started', run }
}
