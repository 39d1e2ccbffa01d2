import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { RunAgentInput, Tape } from '@agui-kit/core'
import { type WebSocket, WebSocketServer } from 'ws'
import { createSseFramer } from '../src/transport/sse.ts'

/** What the agent does once the first message is there. */
export type SocketScript = (socket: WebSocket, input: RunAgentInput, index: number) => void

/** A connection the agent took. */
export interface TakenConnection {
  readonly protocol: string
  /** The texts of all messages that came over it. */
  readonly received: readonly string[]
  /** The code it was closed with, by whichever side. */
  readonly closed: Promise<number>
}

/** An agent on a real WebSocket server. */
export interface WebSocketAgent {
  readonly url: string
  readonly connections: readonly TakenConnection[]
  readonly close: () => Promise<void>
}

export async function startWebSocketAgent(script: SocketScript): Promise<WebSocketAgent> {
  const connections: TakenConnection[] = []
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (socket) => {
    const received: string[] = []
    const closed = new Promise<number>((resolve) => socket.on('close', resolve))
    const index = connections.push({ protocol: socket.protocol, received, closed }) - 1
    socket.on('error', () => socket.terminate())
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (received.push(text) === 1) script(socket, JSON.parse(text) as RunAgentInput, index)
    })
  })
  await once(server, 'listening')
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    connections,
    close: async () => {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Plays a tape of an event stream as an agent on a WebSocket would: a message an event, a status outside 2xx
 * as a close with 4000 and the status, each byte in a fragment of its own where the tape has it in a read of its own.
 */
export function playOver(socket: WebSocket, tape: Tape): void {
  if (tape.status > 299) {
    socket.close(4000 + tape.status, tape.reads.map((read) => ('text' in read ? read.text : '')).join(''))
    return
  }
  const framer = createSseFramer()
  const decoder = new TextDecoder()
  for (const read of tape.reads) {
    const bytes = 'text' in read ? Buffer.from(read.text) : Buffer.from(read.base64, 'base64')
    for (const { data } of framer.feed(decoder.decode(bytes, { stream: true }))) {
      if (bytes.length === 1) sendInFragments(socket, data)
      else socket.send(data)
    }
  }
  if (tape.ended === 'end') socket.close(1000)
  else if (tape.ended === 'error') socket.terminate()
}

function sendInFragments(socket: WebSocket, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at++) {
    socket.send(bytes.subarray(at, at + 1), { binary: false, fin: at === bytes.length - 1 })
  }
}
