import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { toText } from './protocol/message.ts'
import { parseRunInput } from './protocol/run-input.ts'
import type { RunContext } from './runs/execute-run.ts'
import type { RunRegistry } from './runs/run-registry.ts'
import { startRun } from './runs/start-run.ts'
import { toSseBody } from './sse.ts'

export const AGENT_PATH = '/ag-ui/agent'
const MAX_BODY_BYTES = 8 * 1024 * 1024
const LOCAL_ORIGIN = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

export interface HttpOptions {
  readonly context: RunContext
  readonly registry: RunRegistry
  readonly heartbeatMs: number
  readonly retryMs: number
  /** Origins of pages that may call; without any, pages of this machine may. */
  readonly corsOrigins: readonly string[]
}

const refuse = (
  c: Context,
  status: 400 | 404 | 409 | 413,
  code: string,
  message: string,
  rest: object = {},
) => c.json({ code, message, ...rest }, status)

export function createHttpApp({ context, registry, heartbeatMs, retryMs, corsOrigins }: HttpOptions): Hono {
  const app = new Hono()

  const isAllowed = (origin: string) =>
    corsOrigins.length === 0
      ? LOCAL_ORIGIN.test(origin)
      : corsOrigins.includes(origin) || corsOrigins.includes('*')
  app.use(
    cors({
      origin: (origin) => (isAllowed(origin) ? origin : null),
      allowMethods: ['GET', 'POST', 'OPTIONS'],
      allowHeaders: ['Authorization', 'Content-Type', 'Accept', 'Last-Event-ID'],
      exposeHeaders: ['AG-UI-Resume', 'Retry-After', 'Date'],
      credentials: true,
      maxAge: 600,
    }),
  )

  app.get('/health', (c) => c.json({ status: 'ok' }))

  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: (c) => refuse(c, 413, 'input-too-large', `A request may have ${MAX_BODY_BYTES} bytes at most.`),
  })
  app.post(AGENT_PATH, limit, async (c) => {
    const body = await c.req.json<unknown>().catch(() => undefined)
    if (body === undefined)
      return refuse(c, 400, 'input-not-json', 'The body must be a RunAgentInput as JSON.')
    const parsed = parseRunInput(body)
    if (parsed.kind === 'invalid') {
      const places = parsed.problems.map((problem) => `${problem.path}: ${problem.message}`).join('; ')
      const message = `The body is no RunAgentInput. ${places}`
      return refuse(c, 400, 'input-invalid', message, { problems: parsed.problems })
    }
    const { input } = parsed
    const base = new URL(AGENT_PATH, c.req.url)
    const started = await startRun(context, registry, input, (threadId, toolCallId) => {
      const path = `threads/${encodeURIComponent(threadId)}/tool-results/${encodeURIComponent(toolCallId)}`
      return `${base.href}/${path}`
    })
    if (started.kind === 'refused') {
      const message =
        started.code === 'run-active'
          ? 'This thread has a run that is not over yet. Wait for it, or stop it by closing its connection.'
          : 'This runId was used on this thread before. A new run needs a new one.'
      if (started.code === 'run-active') c.header('Retry-After', '1')
      return refuse(c, 409, started.code, message, { runId: started.runId })
    }
    const { run } = started
    return c.body(toSseBody(run.log, { runId: run.runId, heartbeatMs, retryMs, onLeave: run.stop }), 200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
      'AG-UI-Resume': '1',
    })
  })

  app.get(`${AGENT_PATH}/threads/:threadId/tool-results/:toolCallId`, async (c) => {
    const { threadId, toolCallId } = c.req.param()
    const text =
      (await context.store.loadToolResult(threadId, toolCallId)) ?? (await heldResult(threadId, toolCallId))
    if (text === undefined) return refuse(c, 404, 'not-found', 'There is no such tool result.')
    const type = isJson(text) ? 'application/json' : 'text/plain'
    return c.body(text, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' })
  })

  const heldResult = async (threadId: string, toolCallId: string): Promise<string | undefined> => {
    const { messages } = await context.store.load(threadId)
    const result = messages.find((message) => message.role === 'tool' && message.toolCallId === toolCallId)
    return result?.role === 'tool' ? toText(result.content) : undefined
  }

  app.notFound((c) =>
    refuse(c, 404, 'not-found', `There is nothing here. The agent answers POST ${AGENT_PATH}.`),
  )
  app.onError((error, c) => {
    context.onFault(error)
    return c.json({ code: 'internal', message: 'Something went wrong inside the agent. Try again.' }, 500)
  })
  return app
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
