import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { LLMock } from '@copilotkit/aimock'
import {
  chat,
  chatParamsFromRequest,
  maxIterations,
  mergeAgentTools,
  toolDefinition,
  toServerSentEventsResponse,
} from '@tanstack/ai'
import { createOpenaiChatCompletions } from '@tanstack/ai-openai'

/** TanStack AI's own server on a loopback port, over a mock of a chat-completions API. */
export interface TanStackServer {
  readonly url: string
  /** Paths of the files that its approved tool has deleted. */
  readonly deleted: readonly string[]
  readonly close: () => Promise<void>
}

/** What of a chat request decides what the mock model says. */
interface ModelRequest {
  readonly messages: readonly { readonly role: string; readonly content?: unknown }[]
}

function read(input: unknown, key: string): string {
  return String((input as Readonly<Record<string, unknown>>)[key])
}

/** A JSON Schema of an object with one string. */
function objectOf(key: string): {
  type: 'object'
  properties: Record<string, { type: 'string' }>
  required: string[]
} {
  return { type: 'object', properties: { [key]: { type: 'string' } }, required: [key] }
}

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content ?? '')

function lastUserAt({ messages }: ModelRequest): number {
  return messages.findLastIndex((message) => message.role === 'user')
}

/** Whether the person last asked this, and whether a tool has answered since. */
const asked =
  (pattern: RegExp, afterTool: boolean) =>
  (request: ModelRequest): boolean => {
    const at = lastUserAt(request)
    const answered = request.messages.slice(at + 1).some((message) => message.role === 'tool')
    return pattern.test(textOf(request.messages[at]?.content)) && answered === afterTool
  }

function callOf(
  id: string,
  name: string,
  input: object,
): { toolCalls: { id: string; name: string; arguments: string }[] } {
  return { toolCalls: [{ id, name, arguments: JSON.stringify(input) }] }
}

async function startModel(): Promise<LLMock> {
  const model = new LLMock({ port: 0, chunkSize: 12 })
  const say = (pattern: RegExp, afterTool: boolean, response: object): void => {
    model.addFixture({ match: { predicate: asked(pattern, afterTool) }, response })
  }
  say(/weather/i, false, callOf('call_weather', 'get_weather', { city: 'Oslo' }))
  say(/weather/i, true, { content: 'It is 7 degrees in Oslo.' })
  say(/delete/i, false, callOf('call_delete', 'delete_file', { path: '/data/report.txt' }))
  say(/delete/i, true, { content: 'The file was handled.' })
  say(/./, false, { content: 'Hello from the mock model, streamed in pieces.' })
  await model.start()
  return model
}

export async function startTanStack(): Promise<TanStackServer> {
  const model = await startModel()
  const adapter = createOpenaiChatCompletions('gpt-4o', 'mock', { baseURL: `${model.url}/v1`, maxRetries: 0 })
  const deleted: string[] = []
  const tools = [
    toolDefinition({
      name: 'get_weather',
      description: 'The weather.',
      inputSchema: objectOf('city'),
    }).server((input) => Promise.resolve({ city: read(input, 'city'), temp: 7 })),
    toolDefinition({
      name: 'delete_file',
      description: 'Deletes a file.',
      inputSchema: objectOf('path'),
      needsApproval: true,
    }).server((input) => {
      const path = read(input, 'path')
      deleted.push(path)
      return Promise.resolve({ deleted: path })
    }),
  ]

  const answer = async (request: Request): Promise<Response> => {
    const params = await chatParamsFromRequest(request)
    const abortController = new AbortController()
    const stream = chat({
      adapter,
      ...params,
      tools: mergeAgentTools(tools, params.tools),
      agentLoopStrategy: maxIterations(5),
      abortController,
      debug: false,
    } as Parameters<typeof chat>[0])
    return toServerSentEventsResponse(stream as Parameters<typeof toServerSentEventsResponse>[0], {
      abortController,
    })
  }

  const server = createServer((incoming, outgoing) => {
    const request = new Request('http://127.0.0.1/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>,
      duplex: 'half',
    } as RequestInit)
    answer(request).then(
      (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers))
        if (response.body === null) outgoing.end()
        else Readable.fromWeb(response.body as ReadableStream).pipe(outgoing)
      },
      (error: unknown) => outgoing.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    deleted,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await model.stop()
    },
  }
}
