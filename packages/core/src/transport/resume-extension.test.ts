import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collect } from '@agui-kit/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isKitError, type KitError } from '../error.ts'
import { createHttpTransport, type HttpTransportOptions } from './http.ts'
import { resumeExtension } from './resume-extension.ts'
import type { Exchange, Resumption } from './transport.ts'

const unhandled: unknown[] = []
const onUnhandled = (reason: unknown): void => void unhandled.push(reason)
beforeAll(() => void process.on('unhandledRejection', onUnhandled))
afterAll(() => void process.off('unhandledRejection', onUnhandled))

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

interface Server {
  readonly origin: string
  readonly requests: readonly IncomingMessage[]
  /** Resolves when the client has let go of the latest connection. */
  readonly left: () => Promise<void>
}

async function startServer(answer: (response: ServerResponse) => void): Promise<Server> {
  const requests: IncomingMessage[] = []
  let left = Promise.resolve()
  const server = createServer((request, response) => {
    requests.push(request)
    left = new Promise((resolve) => response.once('close', resolve))
    response.setHeader('AG-UI-Resume', '1')
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, requests, left: () => left }
}

const refuse = (status: number, body: object, headers: Record<string, string> = {}) => {
  return (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

function extensionOf(options: HttpTransportOptions): Resumption {
  const { resumption } = createHttpTransport({ ...options, resume: resumeExtension })
  if (resumption === undefined) throw new Error('The transport has no resumption.')
  return resumption
}

const never = (): AbortSignal => new AbortController().signal
const run = (signal = never()) => ({ threadId: 't', runId: 'r', signal })

async function failure(promise: Promise<unknown>): Promise<KitError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isKitError(error)) throw new Error(`No KitError but ${String(error)}`, { cause: error })
  return error
}

function stream(reattached: Exchange | 'over'): Exchange {
  if (reattached === 'over') throw new Error('The run is over.')
  return reattached
}

const events = (response: ServerResponse, text: string): ServerResponse => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(text)
  return response
}

const EMPTY = { threadId: 't', messages: [], state: {}, interrupts: [], activeRun: null, lastRun: null }

describe('addresses', () => {
  it('carry ids of any characters, encoded, below the agent’s URL', async () => {
    const server = await startServer((response) => response.writeHead(204).end())
    const extension = extensionOf({ url: `${server.origin}/agent` })
    const address = { threadId: 'a/b ?#', runId: '退款%2F:1', signal: never() }
    expect(await extension.reattach(address)).toBe('over')
    await extension.cancel(address)
    const below = '/agent/threads/a%2Fb%20%3F%23/runs/%E9%80%80%E6%AC%BE%252F%3A1'
    expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${below}/events`,
      `POST ${below}/cancel`,
    ])
  })

  it.each([
    ['/agent/', '/agent/threads/t'],
    ['', '/threads/t'],
    ['/agent?tenant=a/b&x=?', '/agent/threads/t?tenant=a/b&x=?'],
    ['/agent/#part', '/agent/threads/t'],
  ])('stand below "%s" with what both have in common', async (path, expected) => {
    const server = await startServer(refuse(200, EMPTY))
    const extension = extensionOf({ url: async () => `${server.origin}${path}` })
    await extension.snapshot({ threadId: 't', signal: never() })
    expect(server.requests[0]?.url).toBe(expected)
  })
})

describe('headers', () => {
  it('are those of every request, asked for anew, without the body’s', async () => {
    const server = await startServer((response) => response.writeHead(204).end())
    let token = 0
    const extension = extensionOf({
      url: server.origin,
      headers: ({ input }) => ({
        authorization: `Bearer ${++token}`,
        'content-type': 'application/json',
        'x-input': String(input !== undefined),
      }),
    })
    await extension.reattach({ ...run(), after: 'r:41' })
    await extension.reattach(run())
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer 1',
      accept: 'text/event-stream',
      'last-event-id': 'r:41',
      'x-input': 'false',
    })
    expect(server.requests[1]?.headers).toMatchObject({ authorization: 'Bearer 2' })
    expect(server.requests[0]?.headers).not.toHaveProperty('content-type')
    // Without a position from the first event.
    expect(server.requests[1]?.headers).not.toHaveProperty('last-event-id')
  })

  it('that cannot be had are an agent that cannot be reached', async () => {
    const headers = async (): Promise<never> => {
      throw new Error('no token')
    }
    const extension = extensionOf({ url: 'http://127.0.0.1:9/', headers })
    const error = await failure(extension.snapshot({ threadId: 't', signal: never() }))
    expect(error).toMatchObject({ code: 'transport-unreachable', cause: { message: 'no token' } })
  })
})

describe('reattaching', () => {
  it('gives the frames with their numbers, and the head', async () => {
    const server = await startServer((response) =>
      events(response, 'retry: 2000\n\nid: r:42\ndata: {"n":42}\n\n: still here\n\n').end(
        'id: r:43\ndata: {"n":43}\n\n',
      ),
    )
    const exchange = stream(await extensionOf({ url: server.origin }).reattach({ ...run(), after: 'r:41' }))
    expect(exchange.head).toMatchObject({ status: 200, resumable: true })
    expect((await collect(exchange)).flat()).toEqual([
      { data: '{"n":42}', position: { token: 'r:42', index: 42 } },
      { data: '{"n":43}', position: { token: 'r:43', index: 43 } },
    ])
  })

  it.each([
    [400, { code: 'last-event-id-invalid' }],
    [404, { code: 'not-found' }],
    [410, { code: 'log-gone', lastEventId: 'r:99' }],
    [503, { code: 'overloaded' }],
  ])('says a refusal with HTTP %i, its body and how long to wait', async (status, body) => {
    const server = await startServer(refuse(status, body, { 'retry-after': '3' }))
    const error = await failure(extensionOf({ url: server.origin }).reattach(run()))
    expect(error.code).toBe('transport-http-status')
    expect(error.details).toMatchObject({
      status,
      retryAfterMs: 3_000,
      bodyExcerpt: JSON.stringify(body),
    })
  })

  it('takes a login page for none', async () => {
    const server = await startServer((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<form>'),
    )
    const error = await failure(extensionOf({ url: server.origin }).reattach(run()))
    expect(error.code).toBe('transport-not-a-stream')
  })

  it('says that a tail broke off', async () => {
    const server = await startServer((response) => {
      events(response, 'id: r:1\ndata: {}\n\n')
      setImmediate(() => response.socket?.destroy())
    })
    const exchange = stream(await extensionOf({ url: server.origin }).reattach(run()))
    expect((await failure(collect(exchange))).code).toBe('transport-interrupted')
  })

  it('ends quietly in its middle when it is aborted, and lets go of the connection', async () => {
    const server = await startServer((response) => void events(response, 'id: r:1\ndata: {}\n\n'))
    const controller = new AbortController()
    const exchange = stream(await extensionOf({ url: server.origin }).reattach(run(controller.signal)))
    const batches = exchange.batches[Symbol.asyncIterator]()
    expect((await batches.next()).done).toBe(false)
    const next = batches.next()
    controller.abort()
    expect((await next).done).toBe(true)
    await server.left()
  })
})

describe('the snapshot', () => {
  it('is read and judged', async () => {
    const server = await startServer(refuse(200, { ...EMPTY, state: { n: 1 } }))
    const snapshot = await extensionOf({ url: server.origin }).snapshot({ threadId: 't', signal: never() })
    expect(snapshot).toEqual({ messages: [], state: { n: 1 }, interrupts: [] })
    expect(server.requests[0]?.headers.accept).toBe('application/json')
  })

  it('is none for a thread the server does not know, whatever stands in the body', async () => {
    const server = await startServer((response) => {
      // A body that never ends: nobody waits for it.
      response.writeHead(404, { 'content-type': 'application/json' }).write('{')
    })
    const extension = extensionOf({ url: server.origin })
    expect(await extension.snapshot({ threadId: 't', signal: never() })).toBeUndefined()
    await server.left()
  })

  it.each([401, 429, 500])('that is refused with HTTP %i says so', async (status) => {
    const server = await startServer(refuse(status, { code: 'x' }))
    const error = await failure(
      extensionOf({ url: server.origin }).snapshot({ threadId: 't', signal: never() }),
    )
    expect(error.details.status).toBe(status)
  })

  it.each([
    ['no JSON', '<html>'],
    ['half of one', '{"messages":['],
    ['of another thread', JSON.stringify({ ...EMPTY, threadId: 'other' })],
    ['with wrong types', JSON.stringify({ ...EMPTY, messages: 'none' })],
  ])('%s is refused', async (_what, body) => {
    const server = await startServer((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    )
    const error = await failure(
      extensionOf({ url: server.origin }).snapshot({ threadId: 't', signal: never() }),
    )
    expect(error.code).toBe('transport-not-a-stream')
    expect(error.details).toEqual({})
  })
})

describe('cancelling', () => {
  it('is taken with any success, and waits for no body', async () => {
    const server = await startServer((response) => {
      response.writeHead(202, { 'content-type': 'application/json' }).write('{')
    })
    await extensionOf({ url: server.origin }).cancel(run())
    expect(server.requests[0]?.method).toBe('POST')
    await server.left()
  })

  it.each([404, 503])('that is refused with HTTP %i says so', async (status) => {
    const server = await startServer(refuse(status, {}))
    expect((await failure(extensionOf({ url: server.origin }).cancel(run()))).details.status).toBe(status)
  })
})

it.each(['reattach', 'snapshot', 'cancel'] as const)(
  '%s lets go of a server that does not answer when it is aborted',
  async (verb) => {
    const server = await startServer(() => {})
    const controller = new AbortController()
    const asking = failure(extensionOf({ url: server.origin })[verb](run(controller.signal)))
    await expect.poll(() => server.requests.length).toBe(1)
    controller.abort()
    expect((await asking).code).toBe('transport-unreachable')
    await server.left()
  },
)

it('a server that is not there cannot be reached', async () => {
  const server = await startServer(() => {})
  for (const close of closers.splice(0)) close()
  const extension = extensionOf({ url: server.origin })
  for (const verb of ['reattach', 'snapshot', 'cancel'] as const) {
    expect((await failure(extension[verb](run()))).code).toBe('transport-unreachable')
  }
})

it('no rejection was left unhandled', async () => {
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})
