import { tapeOfEvents } from '@agui-kit/testing'
import { startScriptedAgent } from '@agui-kit/testing/node'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createSession } from '../src/session/create-session.ts'
import { toMessages } from '../src/thread/message-list.ts'
import type { Thread } from '../src/thread/thread.ts'
import { createHttpTransport } from '../src/transport/http.ts'
import { protobufCodec } from '../src/transport/protobuf.ts'
import type { Tape } from '../src/transport/tape.ts'
import type { Transport } from '../src/transport/transport.ts'
import { createWebSocketTransport } from '../src/transport/websocket.ts'
import { everyEvent } from './every-event.ts'
import { concat, tapeOfBytes, toFrameBytes } from './protobuf-tape.ts'
import { playOver, startWebSocketAgent } from './websocket-agent.ts'

interface Served {
  readonly transport: Transport
  readonly close: () => Promise<void>
}

const overHttp = async (tape: Tape): Promise<Served> => {
  const agent = await startScriptedAgent([tape])
  return {
    transport: createHttpTransport({ url: agent.url, codecs: [protobufCodec()] }),
    close: agent.close,
  }
}

const overWebSocket = async (tape: Tape): Promise<Served> => {
  const agent = await startWebSocketAgent((socket) => playOver(socket, tape))
  return { transport: createWebSocketTransport({ url: agent.url, WebSocket }), close: agent.close }
}

/** The whole thread a stream comes to: messages, state, run, interrupts, subagents, issues. */
const threadOver = async (
  { transport, close }: Served,
  strictness: 'strict' | 'tolerant',
): Promise<Thread> => {
  const ids = ['r', 'r2']
  const session = createSession({
    threadId: 't',
    transport,
    strictness,
    ids: () => ids.shift() ?? 'further',
    clock: { now: () => 0, after: () => () => {}, onFrame: () => () => {} },
  })
  await session.run()
  const { thread } = session.getSnapshot()
  await session.close()
  await close()
  return thread
}

const bytes = concat(everyEvent.map(toFrameBytes))
const cutAt = (size: number): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size))

describe.each(['strict', 'tolerant'] as const)('a stream of all events, %s', (strictness) => {
  it.each<readonly [string, () => Promise<Served>]>([
    ['server-sent events in one read', () => overHttp(tapeOfEvents(everyEvent, { chunking: 'single' }))],
    ['protobuf, an event a read', () => overHttp(tapeOfBytes(everyEvent.map(toFrameBytes)))],
    ['protobuf in one read', () => overHttp(tapeOfBytes([bytes]))],
    ['protobuf in reads of 7 bytes', () => overHttp(tapeOfBytes(cutAt(7)))],
    ['a WebSocket', () => overWebSocket(tapeOfEvents(everyEvent))],
  ])('comes to the same thread over %s as over server-sent events', async (_, serve) => {
    const usual = await threadOver(await overHttp(tapeOfEvents(everyEvent)), strictness)
    expect(usual.run).toMatchObject({ kind: 'failed', failure: { source: 'agent', code: 'BUSY' } })
    expect(usual.issues).toEqual([])
    expect(toMessages(usual.messages)).toHaveLength(16)
    expect(await threadOver(await serve(), strictness)).toEqual(usual)
  })
})
