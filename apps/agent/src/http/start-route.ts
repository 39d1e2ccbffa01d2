import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { toSha256 } from '../protocol/json.ts'
import { parseRunInput } from '../protocol/run-input.ts'
import type { RunRegistry } from '../runs/run-registry.ts'
import { startRun } from '../runs/start-run.ts'
import { logGone, notFound, refuse } from './refuse.ts'
import { type StreamOptions, streamRun } from './run-stream.ts'

const MAX_BODY_BYTES = 8 * 1024 * 1024

export interface StartRouteOptions extends StreamOptions {
  readonly path: string
  readonly registry: RunRegistry
  readonly mayUse: (request: Request, threadId: string) => boolean | Promise<boolean>
}

/** `POST {url}`: starts the run of a RunAgentInput and answers with its events. */
export function addStartRoute(app: Hono, options: StartRouteOptions): void {
  const { path, context, registry, mayUse } = options
  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: (c) => refuse(c, 413, 'input-too-large', `A request may have ${MAX_BODY_BYTES} bytes at most.`),
  })

  app.post(path, limit, async (c) => {
    const body = await c.req.json<unknown>().catch(() => undefined)
    if (body === undefined) {
      return refuse(c, 400, 'input-not-json', 'The body must be a RunAgentInput as JSON.')
    }
    const parsed = parseRunInput(body)
    if (parsed.kind === 'invalid') {
      const places = parsed.problems.map((problem) => `${problem.path}: ${problem.message}`).join('; ')
      const message = `The body is no RunAgentInput. ${places}`
      return refuse(c, 400, 'input-invalid', message, { problems: parsed.problems })
    }
    const { input } = parsed
    const { threadId, runId } = input
    if (!(await mayUse(c.req.raw, threadId))) return notFound(c, 'thread')

    const base = new URL(path, c.req.url).href
    const toResultUrl = (thread: string, toolCallId: string) =>
      `${base}/threads/${encodeURIComponent(thread)}/tool-results/${encodeURIComponent(toolCallId)}`
    const request = { input, inputSha256: toSha256(body), toResultUrl }
    const started = await startRun(context, registry, request)
    switch (started.kind) {
      case 'overloaded':
        c.header('Retry-After', '1')
        return refuse(c, 503, 'overloaded', 'The agent has as many runs as it can take. Try again soon.')
      case 'refused':
        return refuseRun(c, started.code, started.runId)
      case 'begun': {
        const status = await context.runs.status(threadId, runId)
        if (status !== undefined && status.firstIndex > 0) return logGone(c)
        return streamRun(c, options, { threadId, runId, from: 0 })
      }
      default:
        return started satisfies never
    }
  })
}

function refuseRun(c: Context, code: 'run-active' | 'run-id-reused', runId: string) {
  if (code === 'run-id-reused') {
    const message = 'This runId was used on this thread for another input. A new run needs a new one.'
    return refuse(c, 409, code, message, { runId })
  }
  c.header('Retry-After', '1')
  const message = 'This thread has a run that is not over yet. Follow it, wait for it, or cancel it.'
  return refuse(c, 409, code, message, { runId })
}
