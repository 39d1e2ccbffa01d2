import type { Hono } from 'hono'
import { parseEventId, toEventId } from '../protocol/event-id.ts'
import { reportRun, settledStatus } from '../runs/run-report.ts'
import { logGone, notFound, refuse } from './refuse.ts'
import { type StreamOptions, streamRun } from './run-stream.ts'

/** What can be asked of one run: its events, its status, its end. */
export function addRunRoutes(app: Hono, path: string, options: StreamOptions): void {
  const { context } = options
  const runPath = `${path}/threads/:threadId/runs/:runId` as const

  app.get(`${runPath}/events`, async (c) => {
    const { threadId, runId } = c.req.param()
    const header = c.req.header('Last-Event-ID')
    const last = header === undefined || header === '' ? undefined : parseEventId(header)
    if (header && last?.runId !== runId) {
      const message = 'Last-Event-ID must be an id of this run, as its events carry it.'
      return refuse(c, 400, 'last-event-id-invalid', message)
    }
    const status = await settledStatus(context, threadId, runId)
    if (status === undefined) return notFound(c, 'run')
    const { firstIndex, nextIndex } = status
    const from = last === undefined ? 0 : last.index + 1
    // Ahead of the log stands who saw what a crash of the store took away; only a snapshot helps then, too.
    if (from > nextIndex) return logGone(c, nextIndex === 0 ? undefined : toEventId(runId, nextIndex - 1))
    if (status.kind === 'ended' && from === nextIndex) return c.body(null, 204)
    if (from < firstIndex) return logGone(c, toEventId(runId, nextIndex - 1))
    return streamRun(c, options, { threadId, runId, from })
  })

  app.get(runPath, async (c) => {
    const { threadId, runId } = c.req.param()
    const report = await reportRun(context, threadId, runId)
    c.header('Cache-Control', 'no-store')
    return report === undefined ? notFound(c, 'run') : c.json(report)
  })

  app.post(`${runPath}/cancel`, async (c) => {
    const { threadId, runId } = c.req.param()
    const status = await settledStatus(context, threadId, runId)
    if (status === undefined) return notFound(c, 'run')
    if (status.kind === 'live') await context.runs.requestCancel(threadId, runId)
    const report = await reportRun(context, threadId, runId)
    return report === undefined ? notFound(c, 'run') : c.json(report, 202)
  })
}
