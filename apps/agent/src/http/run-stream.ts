import type { Context } from 'hono'
import type { RunContext } from '../runs/execute-run.ts'
import { followRun } from '../runs/run-tail.ts'
import { toSseBody } from '../sse.ts'

export interface StreamOptions {
  readonly context: RunContext
  readonly heartbeatMs: number
  readonly retryMs: number
}

/** Answers with the events of a run from an index on. */
export function streamRun(
  c: Context,
  { context, heartbeatMs, retryMs }: StreamOptions,
  { threadId, runId, from }: { readonly threadId: string; readonly runId: string; readonly from: number },
): Response {
  const { store, runs, watchMs, onFault } = context
  const tail = followRun({ store, runs, threadId, runId, from, watchMs })
  return c.body(toSseBody(tail, { runId, heartbeatMs, retryMs, onFault }), 200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache',
    'X-Accel-Buffering': 'no',
  })
}
