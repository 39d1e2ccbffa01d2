import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collect, runInput, tapeOfEvents, tapeOfText, testTransport } from '@agui-kit/testing'
import { type AgentScript, type ScriptedAgent, startScriptedAgent } from '@agui-kit/testing/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isKitError, type KitError } from '../error.ts'
import { createHttpTransport, type HttpTransportOptions } from './http.ts'
import type { Exchange, Frame } from './transport.ts'

const unhandled: unknown[] = []
const onUnhandled = (reason: unknown): void => void unhandled.push(reason)
beforeAll(() => void process.on('unhandledRejection', onUnhandled))
afterAll(() => void process.off('unhandledRejection', onUnhandled))

testTransport(
  'HTTP with server-sent events',
  async (tapes) => {
    const agent = await startScriptedAgent(tapes)
    return {
      transport: createHttpTransport({ url: agent.url }),
      received: () => agent.requests.map((request) => request.input),
      close: agent.close,
    }
  },
  { describe, it, expect },
)

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const startAgent = async (script: AgentScript): Promise<ScriptedAgent> => {
  const agent = await startScriptedAgent(script)
  closers.push(agent.close)
  return agent
}

/** A server for what no tape can say. */
const startServer = async (listener: RequestListener): Promise<string> => {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const open = (
  url: string,
  options: Partial<HttpTransportOptions> = {},
  signal = new AbortController().signal,
): Promise<Exchange> => createHttpTransport({ url, ...options }).open({ input: runInput(), signal })

const failure = async (promise: Promise<unknown>): Promise<KitError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isKitError(error)) throw new Error(`No KitError but ${String(error)}`, { cause: error })
  return error
}

describe('the request', () => {
  it('P-123 posts the input as JSON and accepts event streams', async () => {
    const agent = await startAgent([tapeOfEvents([])])
    const input = runInput({ messages: [{ id: 'm', role: 'user', content: '帮我' }], state: undefined })
    const transport = createHttpTransport({ url: async () => agent.url })
    await collect(await transport.open({ input, signal: new AbortController().signal }))
    const [request] = agent.requests
    expect(request?.method).toBe('POST')
    expect(request?.headers['content-type']).toBe('application/json')
    expect(request?.headers.accept).toBe('text/event-stream')
    expect(request?.text).toBe(
      '{"threadId":"t","runId":"r","messages":[{"id":"m","role":"user","content":"帮我"}]}',
    )
  })

  it('lets the given headers win, whatever their case, and sends each once', async () => {
    const agent = await startAgent([tapeOfEvents([]), tapeOfEvents([])])
    await open(agent.url, { headers: { ACCEPT: 'text/event-stream;q=0.5', 'x-a': '1' } })
    await open(agent.url, { headers: async ({ input }) => [['Authorization', `Bearer ${input?.threadId}`]] })
    const [first, second] = agent.requests
    expect(first?.headers).toMatchObject({ accept: 'text/event-stream;q=0.5', 'x-a': '1' })
    expect(second?.headers).toMatchObject({ accept: 'text/event-stream', authorization: 'Bearer t' })
  })

  it('sends what body() makes of the input', async () => {
    const agent = await startAgent([tapeOfEvents([])])
    await open(agent.url, { body: async (input) => ({ method: 'run', params: input }) })
    expect(JSON.parse(agent.requests[0]?.text ?? '')).toEqual({ method: 'run', params: runInput() })
  })

  it('hands credentials and the signal to a custom fetch', async () => {
    const agent = await startAgent([tapeOfEvents([])])
    const seen: RequestInit[] = []
    const spy: HttpTransportOptions['fetch'] = (url, init) => {
      seen.push(init)
      return fetch(url, init)
    }
    const { signal } = new AbortController()
    await open(agent.url, { fetch: spy, credentials: 'include' }, signal)
    expect(seen[0]).toMatchObject({ credentials: 'include', method: 'POST' })
    expect(seen[0]?.signal).toBe(signal)
  })

  it('reports a hook that fails as not sent, with its cause', async () => {
    const cause = new Error('no token')
    const headers = async (): Promise<HeadersInit> => {
      throw cause
    }
    const error = await failure(open('http://127.0.0.1:1/', { headers }))
    expect(error.code).toBe('transport-unreachable')
    expect(error.cause).toBe(cause)
  })

  it('refuses a body that is no JSON', async () => {
    expect((await failure(open('http://127.0.0.1:1/', { body: () => 1n }))).code).toBe('option-invalid')
    expect((await failure(open('http://127.0.0.1:1/', { body: () => undefined }))).code).toBe(
      'option-invalid',
    )
  })

  it('is unreachable when nobody listens', async () => {
    const agent = await startScriptedAgent([])
    await agent.close()
    const error = await failure(open(agent.url))
    expect(error.code).toBe('transport-unreachable')
    expect(error.cause).toBeInstanceOf(TypeError)
  })
})

describe('P-129 a refusal', () => {
  const json = { 'content-type': 'application/json' }

  it('excerpts a large body without reading all of it', async () => {
    const body = `{"error":"${'no '.repeat(100_000)}"}`
    const agent = await startAgent([tapeOfText([body], { status: 401, headers: json })])
    const error = await failure(open(agent.url))
    expect(error.code).toBe('transport-http-status')
    expect(error.details).toMatchObject({ status: 401, contentType: 'application/json' })
    expect(error.details.bodyExcerpt).toBe(body.slice(0, 2_000).trim())
    await agent.requests[0]?.closed
  })

  it('does not wait for a body that stalls', async () => {
    const agent = await startAgent([tapeOfText(['begins '], { status: 502, ended: 'aborted-by-client' })])
    const error = await failure(open(agent.url, { excerptWaitMs: 100 }))
    expect(error.details).toMatchObject({ status: 502, bodyExcerpt: 'begins' })
    await agent.requests[0]?.closed
  })

  it('does not mind a body that breaks off, or none', async () => {
    const agent = await startAgent([
      tapeOfText(['half'], { status: 500, ended: 'error' }),
      tapeOfText([], { status: 500 }),
    ])
    expect((await failure(open(agent.url))).details).toMatchObject({ status: 500 })
    expect((await failure(open(agent.url))).details.bodyExcerpt).toBe(undefined)
  })

  it('shows no control characters', async () => {
    const agent = await startAgent([tapeOfText(['a\u0000\u001b[31mb\r\n\tc\u009d\u202ed'], { status: 500 })])
    expect((await failure(open(agent.url))).details.bodyExcerpt).toBe('a[31mb cd')
  })

  const date = 'Mon, 30 Nov 2026 22:09:07 GMT'
  it.each([
    ['3', 3_000],
    ['Mon, 30 Nov 2026 22:09:37 GMT', 30_000],
    ['Mon, 30 Nov 2026 22:00:00 GMT', 0],
    ['99999999', 3_600_000],
    ['soon', undefined],
    ['-1', undefined],
  ])('reads Retry-After: %s', async (value, expected) => {
    const headers = { 'retry-after': value, date }
    const agent = await startAgent([tapeOfText(['busy'], { status: 503, headers })])
    expect((await failure(open(agent.url))).details.retryAfterMs).toBe(expected)
  })

  it('reads a Retry-After date against our clock when the server tells none', async () => {
    const url = await startServer((_, response) => {
      response.sendDate = false
      response.writeHead(429, { 'retry-after': date }).end()
    })
    const error = await failure(open(url, { now: () => Date.parse(date) - 7_000 }))
    expect(error.details.retryAfterMs).toBe(7_000)
  })
})

describe('P-130 a success that is no event stream', () => {
  it.each([
    ['a login page', { 'content-type': 'text/html; charset=utf-8' }, '<html>Sign in</html>'],
    ['a JSON error', { 'content-type': 'application/json' }, '{"error":1}'],
    ['a type that only begins alike', { 'content-type': 'text/event-streams' }, 'data: 1\n\n'],
  ])('is refused: %s', async (_, headers, body) => {
    const agent = await startAgent([tapeOfText([body], { headers })])
    const error = await failure(open(agent.url))
    expect(error.code).toBe('transport-not-a-stream')
    expect(error.details).toMatchObject({ status: 200, contentType: headers['content-type'] })
    expect(error.details.bodyExcerpt).toBe(body.trim())
  })

  it('is refused without a content type, even if it looks like one', async () => {
    const url = await startServer((_, response) => void response.end('data: {}\n\n'))
    const error = await failure(open(url))
    expect(error.code).toBe('transport-not-a-stream')
    expect(error.details).toEqual({ status: 200, bodyExcerpt: 'data: {}' })
  })

  it('takes the media type in any case and with parameters', async () => {
    const headers = { 'content-type': 'Text/Event-Stream ; charset=UTF-8' }
    const agent = await startAgent([tapeOfText(['data: 1\n\n'], { headers })])
    expect(await collect(await open(agent.url))).toEqual([{ data: '1' }])
  })
})

describe('the body', () => {
  it('may split a character at every byte, with CRLF', async () => {
    const text = '\ufeffdata: "é订😀"\r\n\r\ndata: 2\r\n\r\n'
    const bytes = Buffer.from(text)
    const toTape = (at: number) => ({
      ...tapeOfText([]),
      reads: [bytes.subarray(0, at), bytes.subarray(at)].map((part) => ({
        afterMs: 0,
        base64: part.toString('base64'),
      })),
    })
    const agent = await startAgent((_, at) => toTape(at))
    for (let at = 0; at <= bytes.length; at++) {
      expect(await collect(await open(agent.url)), `cut at ${at}`).toEqual([
        { data: '"é订😀"' },
        { data: '2' },
      ])
    }
  })

  it('tells how far the clocks are apart', async () => {
    const agent = await startAgent([tapeOfEvents([], { headers: { date: 'Mon, 30 Nov 2026 22:09:07 GMT' } })])
    const now = (): number => Date.parse('2026-11-30T22:09:00Z')
    expect((await open(agent.url, { now })).head.clockSkewMs).toBe(7_000)
  })

  it('is cancelled when a frame is too large', async () => {
    const agent = await startAgent([
      tapeOfText(['data: 1\n\n', `data: ${'x'.repeat(2_000)}`], { ended: 'aborted-by-client' }),
    ])
    const frames: Frame[] = []
    const error = await failure(collect(await open(agent.url, { maxFrameChars: 1_000 }), frames))
    expect(error.code).toBe('transport-frame-too-large')
    expect(frames).toEqual([{ data: '1' }])
    await agent.requests[0]?.closed
  })

  it('is interrupted when the connection is cut inside a chunk', async () => {
    const url = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': 1_000 })
      response.write('data: 1\n\ndata: {"a":1}', () => response.socket?.destroy())
    })
    const frames: Frame[] = []
    const error = await failure(collect(await open(url), frames))
    expect(error.code).toBe('transport-interrupted')
    expect(error.cause).toBeDefined()
    expect(frames).toEqual([{ data: '1' }])
  })
})

describe('leaving', () => {
  /** A server that sends without end, until the connection is gone. */
  const startEndless = async (): Promise<{ readonly url: string; readonly closed: Promise<void> }> => {
    let onClosed = (): void => undefined
    const closed = new Promise<void>((resolve) => {
      onClosed = resolve
    })
    const url = await startServer((_, response) => {
      response.once('close', onClosed)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      pour(response)
    })
    return { url, closed }
  }
  const pour = (response: ServerResponse): void => {
    if (response.destroyed) return
    response.write('data: 1\n\n', () => setImmediate(pour, response))
  }

  it('closes the connection when the iteration stops', async () => {
    const { url, closed } = await startEndless()
    for await (const batch of (await open(url)).batches) {
      expect(batch[0]).toEqual({ data: '1' })
      break
    }
    await closed
  })

  it('closes the connection when the loop body throws', async () => {
    const { url, closed } = await startEndless()
    const { batches } = await open(url)
    const broken = (async () => {
      for await (const _ of batches) throw new Error('mine')
    })()
    await expect(broken).rejects.toThrow('mine')
    await closed
  })

  it('closes the connection when the signal aborts, even if nobody iterates', async () => {
    const { url, closed } = await startEndless()
    const abort = new AbortController()
    const { batches } = await open(url, {}, abort.signal)
    abort.abort()
    await closed
    for await (const _ of batches) expect.unreachable()
  })

  it('ends a pending read quietly, also under a fetch that ignores the signal', async () => {
    const agent = await startAgent([tapeOfText([], { ended: 'aborted-by-client' })])
    const abort = new AbortController()
    const deaf: HttpTransportOptions['fetch'] = (url, init) => fetch(url, { ...init, signal: null })
    const { batches } = await open(agent.url, { fetch: deaf }, abort.signal)
    const frames = (async () => {
      for await (const _ of batches) expect.unreachable()
      return 'ended'
    })()
    abort.abort()
    expect(await frames).toBe('ended')
    await agent.requests[0]?.closed
  })

  it('rejects with AbortError while the head is awaited, and closes an answer that comes late', async () => {
    const abort = new AbortController()
    let answer: ((response: Response) => void) | undefined
    const pending = new Promise<Response>((resolve) => {
      answer = resolve
    })
    const slow: HttpTransportOptions['fetch'] = () => {
      setImmediate(() => abort.abort(new Error('left the page')))
      return pending
    }
    const opening = open('http://127.0.0.1:1/', { fetch: slow }, abort.signal)
    await expect(opening).rejects.toMatchObject({ name: 'AbortError', cause: { message: 'left the page' } })
    const cancelled = new Promise((resolve) => {
      answer?.(new Response(new ReadableStream({ cancel: resolve })))
    })
    await cancelled
  })

  it('rejects with AbortError while a hook is awaited or a refusal is read', async () => {
    const abort = new AbortController()
    const never = new Promise<HeadersInit>(() => undefined)
    const opening = open('http://127.0.0.1:1/', { headers: () => never }, abort.signal)
    abort.abort()
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' })

    const agent = await startAgent([tapeOfText(['x'], { status: 500, ended: 'aborted-by-client' })])
    const second = new AbortController()
    const spy: HttpTransportOptions['fetch'] = async (url, init) => {
      const response = await fetch(url, init)
      setImmediate(() => second.abort())
      return response
    }
    const refused = open(agent.url, { fetch: spy, excerptWaitMs: 3_600_000 }, second.signal)
    await expect(refused).rejects.toMatchObject({ name: 'AbortError' })
  })
})

// Last, so that it speaks for all of the above.
it('no rejection was left unhandled', async () => {
  // They are reported when the microtasks of a turn are done.
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})
