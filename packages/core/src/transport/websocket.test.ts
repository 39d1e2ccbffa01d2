import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import {
  collect,
  runFinished,
  runInput,
  runInterrupted,
  runStarted,
  testTransport,
  textMessage,
} from '@agui-kit/testing'
import { startScriptedAgent } from '@agui-kit/testing/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  playOver,
  type SocketScript,
  startWebSocketAgent,
  type WebSocketAgent,
} from '../../test/websocket-agent.ts'
import { isKitError, type KitError } from '../error.ts'
import type { RunAgentInput } from '../protocol/run.ts'
import { createSession } from '../session/create-session.ts'
import { toMessages } from '../thread/message-list.ts'
import type { Exchange, Frame } from './transport.ts'
import { createWebSocketTransport, type WebSocketClass, type WebSocketTransportOptions } from './websocket.ts'

testTransport(
  'a WebSocket',
  async (tapes) => {
    const agent = await startWebSocketAgent((socket, _, index) => {
      const tape = tapes[index]
      if (tape !== undefined) playOver(socket, tape)
    })
    return {
      transport: createWebSocketTransport({ url: agent.url, WebSocket }),
      received: () => agent.connections.map(({ received }) => JSON.parse(received[0] ?? '') as RunAgentInput),
      close: agent.close,
    }
  },
  { describe, it, expect },
  { hasHttpHead: false },
)

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const close of closers.splice(0)) await close()
})

const startAgent = async (script: SocketScript = () => {}): Promise<WebSocketAgent> => {
  const agent = await startWebSocketAgent(script)
  closers.push(agent.close)
  return agent
}

/** A server that takes connections and says nothing, not even to the handshake. */
const startMute = async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined).resume())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { server, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const open = (
  url: string,
  options: Partial<WebSocketTransportOptions> = {},
  signal = new AbortController().signal,
): Promise<Exchange> =>
  createWebSocketTransport({ url, WebSocket, ...options }).open({ input: runInput(), signal })

const failure = async (promise: Promise<unknown>): Promise<KitError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isKitError(error)) throw new Error(`No KitError but ${String(error)}`, { cause: error })
  return error
}

const sendAll = (socket: WebSocket, events: readonly object[]): void => {
  for (const event of events) socket.send(JSON.stringify(event))
}

describe('the input (P-136)', () => {
  it('is the first message and the only one, over a connection of its own', async () => {
    const agent = await startAgent((socket) => {
      sendAll(socket, [runFinished()])
      socket.close(1000)
    })
    const transport = createWebSocketTransport({
      url: async () => agent.url,
      protocols: ['ag-ui'],
      WebSocket,
    })
    const input = runInput({ messages: [{ id: 'u', role: 'user', content: '帮我' }], state: { a: [null] } })
    const { head, batches } = await transport.open({ input, signal: new AbortController().signal })
    expect(head).toEqual({ status: 101, contentType: 'application/json', resumable: false })
    await collect({ head, batches })
    const [connection] = agent.connections
    expect(await connection?.closed).toBe(1000)
    expect(connection).toMatchObject({ protocol: 'ag-ui', received: [JSON.stringify(input)] })
  })

  it('goes over the global WebSocket where none is given', async () => {
    vi.stubGlobal('WebSocket', WebSocket)
    const agent = await startAgent((socket) => socket.close(1000))
    const { signal } = new AbortController()
    const exchange = await createWebSocketTransport({ url: agent.url }).open({ input: runInput(), signal })
    expect(await collect(exchange)).toEqual([])
    expect(agent.connections).toHaveLength(1)
  })

  it('goes nowhere without a WebSocket, or when it is no JSON', async () => {
    vi.stubGlobal('WebSocket', undefined)
    const transport = createWebSocketTransport({ url: 'ws://127.0.0.1:1/' })
    const { signal } = new AbortController()
    expect((await failure(transport.open({ input: runInput(), signal }))).code).toBe('option-invalid')
    const input = runInput({ state: 1n })
    expect((await failure(transport.open({ input, signal }))).code).toBe('option-invalid')
  })
})

describe('no connection', () => {
  it('is unreachable, with what is known of the cause', async () => {
    const mute = await startAgent()
    await mute.close()
    const error = await failure(open(mute.url))
    expect(error.code).toBe('transport-unreachable')
    expect(error.cause).toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('is unreachable when the server refuses the handshake', async () => {
    const http = await startScriptedAgent([])
    closers.push(http.close)
    const error = await failure(open(http.url.replace('http', 'ws')))
    expect(error.code).toBe('transport-unreachable')
  })

  it.each([['error'], ['close'], ['error', 'close']])(
    'is unreachable when all that comes of it is: %s',
    async (...types) => {
      class Failing extends EventTarget {
        constructor() {
          super()
          queueMicrotask(() =>
            types.forEach((type) =>
              this.dispatchEvent(Object.assign(new Event(type), { code: 1006, reason: '' })),
            ),
          )
        }
        send(): void {}
        close(): void {}
      }
      const Socket = Failing as unknown as WebSocketClass
      expect((await failure(open('', { WebSocket: Socket }))).code).toBe('transport-unreachable')
    },
  )

  it('is unreachable when the URL is none, or cannot be had', async () => {
    expect((await failure(open('http://['))).code).toBe('transport-unreachable')
    const cause = new Error('no token')
    const url = async (): Promise<string> => {
      throw cause
    }
    expect((await failure(open('', { url }))).cause).toBe(cause)
  })
})

describe('a close before any event', () => {
  it.each([
    [4401, 'token expired'],
    [3000, 'Unauthorized'],
    [1008, 'one run at a time'],
    [1009, ''],
  ])('with %i refuses the run: %s', async (code, reason) => {
    const agent = await startAgent((socket) => socket.close(code, reason))
    const error = await failure(open(agent.url))
    expect(error.code).toBe('transport-refused')
    expect(error.details).toEqual({ closeCode: code, ...(reason === '' ? {} : { bodyExcerpt: reason }) })
  })

  it('shows no control characters of the reason', async () => {
    const agent = await startAgent((socket) => socket.close(4000, 'a\u001b[31m\u202eb'))
    expect((await failure(open(agent.url))).details.bodyExcerpt).toBe('a [31m b')
  })

  it.each([1000, undefined])('with %s is an answer without events', async (code) => {
    const agent = await startAgent((socket) => socket.close(code))
    expect(await collect(await open(agent.url))).toEqual([])
  })

  it.each([1001, 1011, 1012])('with %i is a break', async (code) => {
    const agent = await startAgent((socket) => socket.close(code, 'restarting'))
    const error = await failure(open(agent.url))
    expect(error).toMatchObject({ code: 'transport-interrupted', details: { closeCode: code } })
    expect(error.message).toContain('restarting')
  })

  it('without a goodbye is a break', async () => {
    const agent = await startAgent((socket) => socket.terminate())
    expect(await failure(open(agent.url))).toMatchObject({
      code: 'transport-interrupted',
      details: { closeCode: 1006 },
    })
  })
})

describe('a close after events', () => {
  const events = [runStarted(), ...textMessage('m', 'Hi')]

  it.each([1000, undefined])('with %s ends the answer, whole or not', async (code) => {
    const agent = await startAgent((socket) => {
      sendAll(socket, events)
      socket.close(code)
    })
    expect(await collect(await open(agent.url))).toEqual(
      events.map((event) => ({ data: JSON.stringify(event) })),
    )
  })

  it.each([1001, 1008, 1011, 4401])('with %i breaks it, after all that had come', async (code) => {
    const agent = await startAgent((socket) => {
      sendAll(socket, events)
      socket.close(code, 'why')
    })
    const frames: Frame[] = []
    const error = await failure(collect(await open(agent.url), frames))
    expect(error).toMatchObject({ code: 'transport-interrupted', details: { closeCode: code } })
    expect(frames).toHaveLength(events.length)
  })
})

describe('an abort', () => {
  it('during the handshake rejects, and lets go of the connection', async () => {
    const { server, url } = await startMute()
    const abort = new AbortController()
    const opening = open(url, {}, abort.signal)
    const [socket] = (await once(server, 'connection')) as [Socket]
    const left = once(socket, 'close')
    abort.abort()
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' })
    await left
  })

  it.each([0, 1, 2, 3, 4, 5])('%i microtasks after the call rejects too', async (count) => {
    const abort = new AbortController()
    const opening = open('ws://127.0.0.1:1/', {}, abort.signal)
    const abortIn = (left: number): void => {
      if (left === 0) abort.abort()
      else queueMicrotask(() => abortIn(left - 1))
    }
    abortIn(count)
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('while the URL is being asked for rejects without a connection', async () => {
    const abort = new AbortController()
    const opening = open('', { url: () => new Promise<string>(() => {}) }, abort.signal)
    abort.abort('unmounted')
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('before the first event rejects, and closes', async () => {
    const abort = new AbortController()
    const agent = await startAgent(() => abort.abort())
    await expect(open(agent.url, {}, abort.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(await agent.connections[0]?.closed).toBe(1000)
  })

  it('after an event ends quietly, and closes', async () => {
    const agent = await startAgent((socket) => sendAll(socket, [runStarted(), ...textMessage('m', 'Hi')]))
    const abort = new AbortController()
    const { batches } = await open(agent.url, {}, abort.signal)
    const iterator = batches[Symbol.asyncIterator]()
    await iterator.next()
    const pending = iterator.next()
    abort.abort()
    while (!(await iterator.next()).done);
    await pending
    expect(await agent.connections[0]?.closed).toBe(1000)
  })

  it('cuts the connection when no goodbye comes back in time', async () => {
    let onTerminate: (url: string) => void = () => {}
    const terminated = new Promise<string>((resolve) => {
      onTerminate = resolve
    })
    class Watched extends WebSocket {
      override terminate(): void {
        onTerminate(this.url)
        super.terminate()
      }
    }
    // A server that reads no more cannot say goodbye.
    const agent = await startAgent((socket) => {
      sendAll(socket, [runStarted()])
      socket.pause()
    })
    const abort = new AbortController()
    const options = { WebSocket: Watched, closeTimeoutMs: 20 }
    for await (const _ of (await open(agent.url, options, abort.signal)).batches) abort.abort()
    expect(await terminated).toBe(agent.url)
  })

  it('may come when the consumer has left already', async () => {
    const agent = await startAgent((socket) => sendAll(socket, [runStarted()]))
    const abort = new AbortController()
    for await (const _ of (await open(agent.url, {}, abort.signal)).batches) break
    abort.abort()
    expect(await agent.connections[0]?.closed).toBe(1000)
  })
})

describe('what comes', () => {
  it('is one batch for all messages of one read', async () => {
    const agent = await startAgent((socket, _, index) => {
      // Enough that it cannot all come in the first read, and one read brings many.
      const events = Array.from({ length: 5_000 }, (_, n) => ({
        type: 'CUSTOM',
        name: 'n',
        value: n + index,
      }))
      sendAll(socket, events)
      socket.close(1000)
    })
    const sizes: number[] = []
    for await (const batch of (await open(agent.url)).batches) sizes.push(batch.length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5_000)
    expect(sizes.length).toBeLessThan(1_000)
  })

  it('is no event when it is blank: some servers keep alive so', async () => {
    const agent = await startAgent((socket) => {
      for (const text of ['', ' ', '{"type":"CUSTOM"}', '\n']) socket.send(text)
      socket.close(1000)
    })
    expect(await collect(await open(agent.url))).toEqual([{ data: '{"type":"CUSTOM"}' }])
  })

  it.each([0, 2])('fails the run when it is binary, after %i events', async (count) => {
    const before = [runStarted(), ...textMessage('m', 'Hi')].slice(0, count)
    const agent = await startAgent((socket) => {
      sendAll(socket, before)
      socket.send(new Uint8Array([1, 2]))
      sendAll(socket, [runFinished()])
    })
    const frames = await collect(await open(agent.url))
    expect(frames.slice(0, -1).map((frame) => frame.data)).toEqual(
      before.map((event) => JSON.stringify(event)),
    )
    expect(frames.at(-1)).toMatchObject({ data: '', issue: { code: 'frame-not-json', severity: 'fatal' } })
    expect(await agent.connections[0]?.closed).toBe(1000)
  })

  it('breaks the answer when one event is too large, after all before it', async () => {
    const agent = await startAgent((socket) => {
      for (const text of ['x'.repeat(20), 'y'.repeat(21), 'z']) socket.send(text)
    })
    const frames: Frame[] = []
    const error = await failure(collect(await open(agent.url, { maxFrameChars: 20 }), frames))
    expect(error).toMatchObject({ code: 'transport-frame-too-large', details: { limit: 20 } })
    expect(frames).toEqual([{ data: 'x'.repeat(20) }])
    expect(await agent.connections[0]?.closed).toBe(1000)
  })

  it('breaks the answer when it comes faster than it is read', async () => {
    const agent = await startAgent((socket) => {
      for (let count = 0; count < 100; count++) socket.send('x'.repeat(1_000))
    })
    const exchange = await open(agent.url, { maxWaitingChars: 10_000 })
    expect(await agent.connections[0]?.closed).toBe(1000)
    const frames: Frame[] = []
    const error = await failure(collect(exchange, frames))
    expect(error).toMatchObject({ code: 'transport-interrupted', details: { limit: 10_000 } })
    expect(frames).toHaveLength(10)
  })
})

describe('a session over it', () => {
  const begin = async (script: SocketScript) => {
    const agent = await startAgent(script)
    return createSession({
      threadId: 't',
      transport: createWebSocketTransport({ url: agent.url, WebSocket }),
    })
  }
  const hello = [runStarted(), ...textMessage('m', 'Hi ', '世界'), runFinished()]

  it('comes to what the events say', async () => {
    const session = await begin((socket) => {
      sendAll(socket, hello)
      socket.close(1000)
    })
    expect(await session.send('hello')).toMatchObject({ kind: 'finished' })
    expect(toMessages(session.getSnapshot().thread.messages)).toMatchObject([
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'Hi 世界' },
    ])
    await session.close()
  })

  it.each<readonly [string, (socket: WebSocket) => void]>([
    ['says goodbye', (socket) => socket.close(1000)],
    ['breaks off', (socket) => socket.terminate()],
  ])('is truncated when the agent %s before the end', async (_, leave) => {
    const session = await begin((socket) => {
      sendAll(socket, hello.slice(0, 3))
      leave(socket)
    })
    expect(await session.run()).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
    await session.close()
  })

  it('fails on a binary frame and keeps the text before it', async () => {
    const session = await begin((socket) => {
      sendAll(socket, hello.slice(0, 3))
      socket.send(new Uint8Array([1]))
    })
    expect(await session.run()).toMatchObject({
      kind: 'failed',
      failure: { source: 'protocol', code: 'frame-not-json' },
    })
    expect(toMessages(session.getSnapshot().thread.messages)).toMatchObject([{ content: 'Hi ' }])
    await session.close()
  })

  it('knows of a refused decision that it was not taken', async () => {
    const session = await begin((socket, { resume }) => {
      if (resume !== undefined) socket.close(4403, 'not yours')
      else {
        sendAll(socket, [runStarted(), runInterrupted({ id: 'i', reason: 'confirmation' })])
        socket.close(1000)
      }
    })
    await session.run()
    const run = await session.answer('i', { status: 'resolved', payload: { approved: true } })
    expect(run).toMatchObject({ kind: 'failed', failure: { code: 'transport-refused' } })
    expect(session.getSnapshot().thread.interrupts[0]?.decision?.delivery).toBe('failed')
    await session.close()
  })
})
