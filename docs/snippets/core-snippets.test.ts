import { createMemoryPersistence, createSession, createTapeTransport, toMessages } from '@agui-kit/core'
import {
  runError,
  runFinished,
  runInterrupted,
  runStarted,
  tapeOfEvents,
  textContent,
  textEnd,
  textMessage,
  textStart,
  toolCall,
} from '@agui-kit/testing'
import { startScriptedAgent } from '@agui-kit/testing/node'
import { IDBFactory } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import { readClipboard } from './core-client-tools.ts'
import { settle } from './core-interrupts.ts'
import { createObservedSession } from './core-issues.ts'
import { openThread } from './core-persistence.ts'
import { ask } from './core-session.ts'
import { watch } from './core-subscribe.ts'
import { createTransport } from './core-transport.ts'

const answer = (...events: readonly object[]) => tapeOfEvents([runStarted(), ...events, runFinished()])

it('asks and answers', async () => {
  const agent = await startScriptedAgent([
    answer(...textMessage('m', 'Hel', 'lo')),
    tapeOfEvents([runStarted(), runError('no credit')]),
  ])
  expect(await ask(agent.url, 'hi')).toBe('Hello')
  await expect(ask(agent.url, 'hi')).rejects.toThrow('failed')
  await agent.close()
})

it('watches one message', async () => {
  const transport = createTapeTransport([answer(textStart('m'), textContent('m', 'a'), textEnd('m'))])
  const session = createSession({ threadId: 't', transport })
  const show = vi.fn()
  const leave = watch(session, 'm', show)
  await session.send('hi')
  expect(show).toHaveBeenLastCalledWith('a')
  leave()
  await session.close()
})

it('asks for a fresh token before each request', async () => {
  const requests: RequestInit[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    requests.push(init)
    return new Response('', { status: 503 })
  })
  let count = 0
  const session = createSession({ transport: createTransport(async () => `token${++count}`, 'acme') })
  await session.send('one')
  await session.retry()
  expect(requests.map((init) => new Headers(init.headers).get('authorization'))).toEqual([
    'Bearer token1',
    'Bearer token2',
  ])
  expect(JSON.parse(requests[0]?.body as string)).toMatchObject({ tenant: 'acme' })
  vi.unstubAllGlobals()
  await session.close()
})

it('keeps a thread under the user it belongs to', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  const first = await openThread(createTapeTransport([answer(...textMessage('m', 'a'))]), 'ann', 't')
  await first.send('hi')
  await first.close()
  const again = await openThread(createTapeTransport([]), 'ann', 't')
  expect(toMessages(again.getSnapshot().thread.messages)).toHaveLength(2)
  const other = await openThread(createTapeTransport([]), 'bob', 't')
  expect(other.getSnapshot().thread.messages.size).toBe(0)
  await Promise.all([again.close(), other.close()])
  vi.unstubAllGlobals()
})

it('answers what the thread waits for, and cancels what has expired', async () => {
  const transport = createTapeTransport([
    tapeOfEvents([
      runStarted(),
      runInterrupted(
        { id: 'i', reason: 'confirmation' },
        { id: 'late', reason: 'confirmation', expiresAt: '2001-01-01T00:00:00Z' },
      ),
    ]),
    answer(),
  ])
  const session = createSession({ threadId: 't', transport, persistence: createMemoryPersistence() })
  await session.send('hi')
  await settle(session, async () => ({ status: 'resolved', payload: { approved: true } }))
  expect(transport.inputs[1]?.resume).toEqual([
    { interruptId: 'i', status: 'resolved', payload: { approved: true } },
    { interruptId: 'late', status: 'cancelled' },
  ])
  await session.close()
})

it('runs a tool of the application', async () => {
  vi.stubGlobal('navigator', { clipboard: { readText: async () => 'copied' } })
  const transport = createTapeTransport([answer(...toolCall('c', 'read_clipboard')), answer()])
  const session = createSession({ threadId: 't', transport, tools: [readClipboard] })
  await session.send('paste')
  expect(transport.inputs[1]?.messages.at(-1)).toMatchObject({
    toolCallId: 'c',
    content: '{"text":"copied"}',
  })
  vi.unstubAllGlobals()
  await session.close()
})

it('reports what is wrong with a stream', async () => {
  const log = vi.fn()
  const session = createObservedSession(createTapeTransport([answer({ type: 'LATER_EVENT' })]), log)
  await session.send('hi')
  expect(log.mock.calls.map(([issue]) => issue.code)).toContain('event-unknown')
  await session.close()
})
