import { createHttpTransport, createSession, type Session, selectToolCall, toMessages } from '@agui-kit/core'
import { AGUIMock } from '@copilotkit/aimock'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTanStack, type TanStackServer } from './tanstack-server.ts'

let session: Session | undefined
afterEach(() => session?.close())

function open(url: string): Session {
  session = createSession({ transport: createHttpTransport({ url }) })
  return session
}

const texts = ({ getSnapshot }: Session): readonly string[] =>
  toMessages(getSnapshot().thread.messages).flatMap((message) =>
    message.role === 'assistant' && message.content ? [message.content] : [],
  )

describe('against TanStack AI, live', () => {
  let server: TanStackServer
  beforeAll(async () => {
    server = await startTanStack()
  })
  afterAll(() => server.close())

  it('streams an answer', async () => {
    const chat = open(server.url)
    expect(await chat.send('hello')).toMatchObject({ kind: 'finished', outcome: { type: 'success' } })
    expect(texts(chat)).toEqual(['Hello from the mock model, streamed in pieces.'])
  })

  it('goes on past the RUN_FINISHED that ends each tool loop, with the call and its result once', async () => {
    const chat = open(server.url)
    expect(await chat.send('what is the weather')).toMatchObject({
      kind: 'finished',
      outcome: { type: 'success' },
    })
    expect(texts(chat)).toEqual(['It is 7 degrees in Oslo.'])
    const { thread } = chat.getSnapshot()
    expect([...thread.toolCalls.keys()]).toHaveLength(1)
    const [id = ''] = thread.toolCalls.keys()
    const call = selectToolCall(thread, id)
    expect(call).toMatchObject({ name: 'get_weather', status: 'done' })
    expect(JSON.parse(call?.args ?? '')).toEqual({ city: 'Oslo' })
    expect(JSON.parse(typeof call?.result?.content === 'string' ? call.result.content : '')).toEqual({
      city: 'Oslo',
      temp: 7,
    })
  })

  it('approves a call: the parent run is named, the tool runs once, the interrupt is settled', async () => {
    const chat = open(server.url)
    const run = await chat.send('delete the report')
    expect(run).toMatchObject({ kind: 'finished', outcome: { type: 'interrupt' } })
    const [asked] = chat.getSnapshot().thread.interrupts
    expect(server.deleted).toEqual([])
    const resumed = await chat.answer(asked?.interrupt.id ?? '', {
      status: 'resolved',
      payload: { approved: true },
    })
    expect(resumed).toMatchObject({ kind: 'finished', outcome: { type: 'success' } })
    expect(server.deleted).toEqual(['/data/report.txt'])
    expect(chat.getSnapshot().thread.interrupts).toEqual([])
    expect(texts(chat).at(-1)).toBe('The file was handled.')
  })
})

describe('against aimock, live', () => {
  const mock = new AGUIMock({ port: 0 })
  let url = ''
  beforeAll(async () => {
    mock.onMessage('plain', 'Hello, 日本語 👩‍👩‍👧‍👦 \u2028 end')
    mock.onToolCall('weather', 'get_weather', '{"city":"Oslo"}', { result: '{"temp":7}' })
    mock.onReasoning('reason', 'Let me think. 42.')
    url = await mock.start()
  })
  afterAll(() => mock.stop())

  it('streams text with characters of every width', async () => {
    const chat = open(url)
    expect(await chat.send('plain')).toMatchObject({ kind: 'finished' })
    expect(texts(chat)).toEqual(['Hello, 日本語 👩‍👩‍👧‍👦 \u2028 end'])
  })

  it('shows a tool call with its result, and reasoning apart from the answer', async () => {
    const chat = open(url)
    await chat.send('weather')
    const { thread } = chat.getSnapshot()
    const [id = ''] = thread.toolCalls.keys()
    expect(selectToolCall(thread, id)).toMatchObject({
      name: 'get_weather',
      args: '{"city":"Oslo"}',
      status: 'done',
    })
    const other = open(url)
    await other.send('reason')
    const roles = toMessages(other.getSnapshot().thread.messages).map((message) => message.role)
    expect(roles).toContain('reasoning')
    expect(texts(other)).toEqual([])
    await chat.close()
  })

  it('a message that nothing matches is an HTTP refusal, told with its status', async () => {
    const chat = open(url)
    expect(await chat.send('zzz')).toMatchObject({
      kind: 'failed',
      failure: { code: 'transport-http-status', details: { status: 404 } },
    })
  })
})
