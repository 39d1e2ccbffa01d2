import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { JsonObject } from '../src/protocol/json.ts'
import { onCleanup } from './harness.ts'

/** What the model does with one request. */
export type Script =
  | { readonly kind: 'answer'; readonly deltas: readonly JsonObject[]; readonly finish?: string }
  /** Sends some, then breaks the connection, or ends it as if that had been all. */
  | { readonly kind: 'cut'; readonly deltas: readonly JsonObject[]; readonly how: 'error' | 'close' }
  | { readonly kind: 'status'; readonly status: 401 | 429 | 500 }
  /** Sends some, then nothing more. */
  | { readonly kind: 'hang'; readonly deltas: readonly JsonObject[] }

export const text = (...pieces: readonly string[]): readonly JsonObject[] =>
  pieces.map((content) => ({ content }))

/** One call in the pieces a model streams it in: the name first, then the arguments bit by bit. */
export function call(index: number, name: string, ...args: readonly string[]): readonly JsonObject[] {
  const head = { index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }
  return [
    { tool_calls: [head] },
    ...args.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]
}

export const answers = (deltas: readonly JsonObject[], finish = 'stop'): Script => ({
  kind: 'answer',
  deltas,
  finish,
})

/** A chat-completions API on a real port that plays scripts in order and remembers what it was asked. */
export async function startChatApi(scripts: readonly Script[]) {
  const requests: JsonObject[] = []
  const left = [...scripts]
  let hungUp = () => {}
  const isLeft = new Promise<'left'>((resolve) => {
    hungUp = () => resolve('left')
  })
  const play = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push((await json(request)) as JsonObject)
    const script = left.shift() ?? { kind: 'status', status: 500 }
    if (script.kind === 'status') {
      response.writeHead(script.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: 'secret detail' } }))
      return
    }
    response.once('close', hungUp)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    await sendInPieces(response, toFrames(script))
    if (script.kind === 'cut' && script.how === 'error') response.destroy()
    else if (script.kind !== 'hang') response.end()
  }
  const server = createServer((request, response) => void play(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onCleanup(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const model = {
    apiKey: 'test-key',
    model: 'test-model',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    maxRetries: 0,
  }
  return { model, requests, isLeft }
}

function toFrames(script: Exclude<Script, { kind: 'status' }>): string {
  const frame = (delta: JsonObject, finish: string | null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }]
    const chunk = {
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'test-model',
      choices,
    }
    return `data: ${JSON.stringify(chunk)}\n\n`
  }
  const frames = script.deltas.map((delta) => frame(delta, null))
  if (script.kind === 'answer') frames.push(frame({}, script.finish ?? 'stop'), 'data: [DONE]\n\n')
  return frames.join('')
}

/** Network reads do not end where frames do, nor where characters do: the pieces ignore both. */
async function sendInPieces(response: ServerResponse, body: string): Promise<void> {
  const bytes = Buffer.from(body)
  for (let sent = 0; sent < bytes.length; sent += 61) {
    await new Promise((flushed) => response.write(bytes.subarray(sent, sent + 61), flushed))
  }
}
