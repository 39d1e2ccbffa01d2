import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunAgentInput, Tape } from '@agui-kit/core'
import type { TapeRead } from './tape.ts'

/** A request the agent received. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** The body as an input; as it came, unchecked. */
  readonly input: RunAgentInput
  /** Resolves when the connection of this exchange is over, whoever ended it. */
  readonly closed: Promise<void>
}

/**
 * What the agent answers: one tape an exchange, or a function that decides. A promise that stays pending
 * keeps the head from being sent.
 */
export type AgentScript =
  | readonly Tape[]
  | ((request: ReceivedRequest, index: number) => Tape | Promise<Tape>)

/** Options of `startScriptedAgent`. */
export interface ScriptedAgentOptions {
  /** `instant` writes each read as soon as the one before is flushed; `recorded` keeps the tape's times. */
  readonly pace?: 'instant' | 'recorded'
}

/** An agent on a real socket. */
export interface ScriptedAgent {
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  /** Stops listening and cuts what is still open. */
  readonly close: () => Promise<void>
}

/**
 * Starts an HTTP server on 127.0.0.1 that plays tapes. How a tape ended decides how the answer ends: `end`
 * ends the body, `error` cuts the connection, `aborted-by-client` stalls until the client leaves. Requests
 * beyond the script are answered with 500.
 */
export async function startScriptedAgent(
  script: AgentScript,
  options: ScriptedAgentOptions = {},
): Promise<ScriptedAgent> {
  const { pace = 'instant' } = options
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await receive(request, response)
    const index = requests.push(received) - 1
    const tape = typeof script === 'function' ? await script(received, index) : script[index]
    if (tape === undefined) {
      response
        .writeHead(500, { 'content-type': 'text/plain' })
        .end('The script has no answer to this request.')
    } else await play(tape, response, pace)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<ReceivedRequest> {
  const closed = new Promise<void>((resolve) => response.once('close', resolve))
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    text,
    input: parse(text) as RunAgentInput,
    closed,
  }
}

async function play(tape: Tape, response: ServerResponse, pace: 'instant' | 'recorded'): Promise<void> {
  response.socket?.setNoDelay(true)
  response.writeHead(tape.status, { ...tape.headers })
  response.flushHeaders()
  let elapsedMs = 0
  for (const read of tape.reads) {
    if (pace === 'recorded' && read.afterMs > elapsedMs) await sleep(read.afterMs - elapsedMs)
    elapsedMs = Math.max(elapsedMs, read.afterMs)
    if (response.destroyed) return
    await write(response, toBytes(read))
  }
  if (tape.ended === 'end') response.end()
  else if (tape.ended === 'error') response.destroy()
}

function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve)
    response.write(bytes, () => {
      response.off('close', resolve)
      resolve()
    })
  })
}

function toBytes(read: TapeRead): Buffer {
  return 'text' in read ? Buffer.from(read.text) : Buffer.from(read.base64, 'base64')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
