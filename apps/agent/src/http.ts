import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { notFound, refuse } from './http/refuse.ts'
import { addRunRoutes } from './http/run-routes.ts'
import type { StreamOptions } from './http/run-stream.ts'
import { addStartRoute } from './http/start-route.ts'
import { addThreadRoutes } from './http/thread-routes.ts'
import type { RunRegistry } from './runs/run-registry.ts'
import { StoreUnavailable } from './runs/run-store.ts'

export const AGENT_PATH = '/ag-ui/agent'
const LOCAL_ORIGIN = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

export interface HttpOptions extends StreamOptions {
  readonly registry: RunRegistry
  /** Origins of pages that may call; without any, pages of this machine may. */
  readonly corsOrigins: readonly string[]
  /** Whether the caller may use a thread; one that may not is told that there is none. */
  readonly mayUse: (request: Request, threadId: string) => boolean | Promise<boolean>
}

export function createHttpApp(options: HttpOptions): Hono {
  const { context, corsOrigins, mayUse } = options
  const app = new Hono()

  const isAllowed = (origin: string) =>
    corsOrigins.length === 0
      ? LOCAL_ORIGIN.test(origin)
      : corsOrigins.includes(origin) || corsOrigins.includes('*')
  app.use(
    cors({
      origin: (origin) => (isAllowed(origin) ? origin : null),
      allowMethods: ['GET', 'POST', 'OPTIONS'],
      allowHeaders: [
        'Authorization',
        'Content-Type',
        'Accept',
        'Last-Event-ID',
        'If-None-Match',
        'traceparent',
      ],
      exposeHeaders: ['AG-UI-Resume', 'ETag', 'Retry-After', 'Date'],
      credentials: true,
      maxAge: 600,
    }),
  )
  // On every answer, refusals too: whoever asks for anything learns that runs can be resumed here.
  app.use(async (c, next) => {
    await next()
    c.header('AG-UI-Resume', '1')
  })

  app.get('/health', (c) => c.json({ status: 'ok' }))

  app.use(`${AGENT_PATH}/threads/:threadId/*`, async (c, next) =>
    (await mayUse(c.req.raw, c.req.param('threadId'))) ? next() : notFound(c, 'thread'),
  )
  addStartRoute(app, { ...options, path: AGENT_PATH })
  addRunRoutes(app, AGENT_PATH, options)
  addThreadRoutes(app, AGENT_PATH, context)

  app.notFound((c) =>
    refuse(c, 404, 'not-found', `There is nothing here. The agent answers POST ${AGENT_PATH}.`),
  )
  app.onError((error, c) => {
    context.onFault(error)
    if (!(error instanceof StoreUnavailable)) {
      return c.json({ code: 'internal', message: 'Something went wrong inside the agent. Try again.' }, 500)
    }
    c.header('Retry-After', '1')
    return refuse(c, 503, 'store-unavailable', 'The agent cannot reach its store. Try again soon.')
  })
  return app
}
