import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Message as ClientMessage, HttpAgent } from '@ag-ui/client'
import { EventSchemas } from '@ag-ui/core/schemas'
import { afterEach, expect, vi } from 'vitest'
import { type AgentOptions, createAgent, type RunningAgent } from '../src/create-agent.ts'
import type { AgentEvent, EventOf, Interrupt } from '../src/protocol/event.ts'
import type { Json, JsonObject } from '../src/protocol/json.ts'
import type { Message } from '../src/protocol/message.ts'

const cleanups: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

export const onCleanup = (cleanup: () => Promise<unknown>): void => void cleanups.push(cleanup)

export async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'agui-agent-'))
  onCleanup(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }))
  return dir
}

export async function startAgent(options: Partial<AgentOptions> = {}): Promise<RunningAgent> {
  const dataDir = options.dataDir ?? (await temporaryDir())
  const onFault = (error: unknown) => {
    throw error
  }
  const agent = await createAgent({ paceMs: 0, mcpTimeoutMs: 5_000, onFault, ...options, dataDir })
  onCleanup(agent.close)
  return agent
}

export interface TestInput {
  readonly threadId?: string
  readonly runId?: string
  readonly messages?: readonly Message[]
  readonly state?: Json
  readonly tools?: readonly JsonObject[]
  readonly resume?: readonly JsonObject[]
}

let count = 0
export const newId = (kind: string): string => `${kind}-${(count += 1)}`

export const says = (content: string): Message => ({ id: newId('u'), role: 'user', content })

export const toBody = (input: TestInput) => ({
  threadId: 't',
  runId: newId('r'),
  messages: [],
  state: {},
  tools: [],
  context: [],
  ...input,
})

export const send = (url: string, input: TestInput, init: RequestInit = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(toBody(input)),
    ...init,
  })

export interface Answer {
  readonly response: Response
  readonly events: readonly AgentEvent[]
  /** What the official client holds after this stream. */
  readonly messages: readonly Message[]
  readonly state: unknown
}

/** One exchange, read to its end and judged by the official schemas and the official client. */
export async function run(url: string, input: TestInput): Promise<Answer> {
  const response = await send(url, input)
  expect(response.status).toBe(200)
  const body = await response.text()
  const blocks = body.split('\n\n').filter((block) => block.includes('data: '))
  const events = blocks.map((block) => JSON.parse(block.split('data: ')[1] ?? '') as AgentEvent)
  const runId = (events[0] as EventOf<'RUN_STARTED'>).runId
  expect(blocks.map((block) => block.split('\n')[0])).toEqual(
    events.map((_, index) => `id: ${runId}:${index}`),
  )
  for (const event of events) EventSchemas.parse(event)
  return { response, events, ...(await replayInOfficialClient(body, input)) }
}

/** Feeds the very bytes to @ag-ui/client, which rejects what is illegal and warns of what is odd. */
async function replayInOfficialClient(body: string, input: TestInput) {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    const client = new HttpAgent({
      url: 'http://replay.invalid',
      threadId: input.threadId ?? 't',
      initialMessages: structuredClone(input.messages ?? []) as ClientMessage[],
      initialState: structuredClone(input.state ?? {}),
      fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    })
    await client.runAgent(
      {},
      {
        onMessagesSnapshotEvent: ({ event, messages }) => {
          // Continuing a thread the client holds, a snapshot repeats what it holds already, to the letter.
          const held = messages.filter((message) => message.role !== 'activity')
          if (input.resume === undefined && held.length > 1) expect(event.messages).toEqual(held)
        },
      },
    )
    expect(warn.mock.calls).toEqual([])
    return { messages: client.messages as unknown as readonly Message[], state: client.state as unknown }
  } finally {
    warn.mockRestore()
    error.mockRestore()
  }
}

export const ofType = <T extends AgentEvent['type']>(events: readonly AgentEvent[], type: T) =>
  events.filter((event): event is EventOf<T> => event.type === type)

export const textOf = (events: readonly AgentEvent[]): string =>
  ofType(events, 'TEXT_MESSAGE_CONTENT')
    .map((event) => event.delta)
    .join('')

export function outcomeOf(events: readonly AgentEvent[]) {
  const last = events.at(-1)
  if (last?.type !== 'RUN_FINISHED') throw new Error(`The run ended with ${JSON.stringify(last)}`)
  return last.outcome
}

export function interruptsOf(events: readonly AgentEvent[]): readonly Interrupt[] {
  const outcome = outcomeOf(events)
  return outcome.type === 'interrupt' ? outcome.interrupts : []
}

export function errorOf(events: readonly AgentEvent[]) {
  const last = events.at(-1)
  if (last?.type !== 'RUN_ERROR') throw new Error(`The run ended with ${JSON.stringify(last)}`)
  return last
}

export const resolved = (interruptId: string, payload: Json): JsonObject => ({
  interruptId,
  status: 'resolved',
  payload,
})

export const cancelled = (interruptId: string): JsonObject => ({ interruptId, status: 'cancelled' })

/** Runs the refund of one order up to its approval. */
export async function proposeRefund(url: string, orderId = 'A1024', threadId = 't') {
  const question = says(`Look up order ${orderId} and refund it if it has shipped`)
  const answer = await run(url, { threadId, messages: [question] })
  const [interrupt] = interruptsOf(answer.events)
  if (interrupt === undefined) throw new Error('No approval was asked for.')
  return { ...answer, interrupt, interruptId: interrupt.id }
}

/** The refunds the tool server has executed, by its own file. */
export async function executedRefunds(dataDir: string): Promise<readonly JsonObject[]> {
  const text = await readFile(join(dataDir, 'mcp', 'orders.json'), 'utf8').catch(() => '{"executed":{}}')
  const { executed } = JSON.parse(text) as { executed: Record<string, { receipt: JsonObject }> }
  return Object.values(executed).map(({ receipt }) => receipt)
}
