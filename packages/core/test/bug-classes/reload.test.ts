// The class: after a reload a question is gone, a card turns for ever, or the thread never finishes loading.
import { createMemoryPersistence, type Persistence, selectToolCall } from '@agui-kit/core'
import {
  runFinished,
  runStarted,
  textContent,
  textMessage,
  textStart,
  toolCall,
  toolStart,
} from '@agui-kit/testing'
import { describe, expect, it, vi } from 'vitest'
import { approval } from '../scene.ts'
import { idsOf, joinAgent, meet, textsOf, whole } from './live.ts'
import { meetResumable, numbered, resumable, status } from './reconnecting.ts'

describe('a page that comes back', () => {
  it('has the question that was open, and its answer reaches the same thread', async () => {
    const persistence = createMemoryPersistence()
    const live = await meet(
      [
        whole(toolCall('c', 'pay', { euro: 12 }), {
          type: 'interrupt',
          interrupts: [approval('q', { toolCallId: 'c', message: 'Pay 12 €?' })],
        }),
        whole(textMessage('m', 'Paid.')),
      ],
      { persistence },
    )
    await live.session.send('pay')
    await live.session.close()
    const back = joinAgent(live.agent, { persistence })
    await back.session.start()
    expect(back.thread().interrupts.map(({ interrupt }) => interrupt.message)).toEqual(['Pay 12 €?'])
    expect(selectToolCall(back.thread(), 'c')?.status).toBe('approval')
    await back.session.answer('q', { status: 'resolved', payload: { approved: true } })
    expect(back.inputs()[1]).toMatchObject({ threadId: 't', resume: [{ interruptId: 'q' }] })
    expect(textsOf(back.messages()).at(-1)).toBe('Paid.')
  })

  it('reads what was saved once, however often it is started, and is ready also when that fails', async () => {
    const load = vi.fn<Persistence['load']>(async () => {
      throw new Error('the disk is gone')
    })
    const persistence = { ...createMemoryPersistence(), load }
    const live = await meet([whole(textMessage('m', 'Hi.'))], { persistence })
    await Promise.all([live.session.start(), live.session.start(), live.session.send('?')])
    expect(load).toHaveBeenCalledTimes(1)
    expect(live.session.getSnapshot().phase).toBe('ready')
    expect(live.codes()).toEqual(['persistence-failed'])
    expect(textsOf(live.messages())).toEqual(['?', 'Hi.'])
  })

  it('shows what had come of a run it cannot go on with, cut, and nothing in it goes on turning', async () => {
    const persistence = createMemoryPersistence()
    const live = await meet(
      [
        (input) =>
          ({
            ...(whole([])(input, undefined as never) as object),
            reads: numbered(input.runId, 0, [
              runStarted(idsOf(input)),
              textStart('m'),
              textContent('m', 'half'),
              toolStart('c', 'slow'),
            ]).reads,
            ended: 'aborted-by-client',
          }) as never,
      ],
      { persistence },
    )
    void live.session.send('?')
    await expect.poll(() => live.thread().toolCalls.has('c')).toBe(true)
    await live.session.close()
    const back = joinAgent(live.agent, { persistence })
    await back.session.start()
    expect(back.thread().run).toMatchObject({ kind: 'truncated', cause: 'reloaded' })
    expect(textsOf(back.messages()).slice(0, 2)).toEqual(['?', 'half'])
    expect(back.thread().streaming.size).toBe(0)
    expect(['streaming', 'running']).not.toContain(selectToolCall(back.thread(), 'c')?.status)
    expect(back.agent.requests).toHaveLength(1)
  })

  it('takes what its server says of a run that ended meanwhile before what it had kept itself', async () => {
    const persistence = createMemoryPersistence()
    const live = await meetResumable(
      {
        post: ({ input }) =>
          numbered(input.runId, 0, [runStarted(idsOf(input)), ...toolCall('c', 'book')], {
            ended: 'aborted-by-client',
          }),
        reattach: () => status(204),
        snapshot: () => ({
          threadId: 't',
          messages: [
            ...live.messages(),
            { id: 'result', role: 'tool', toolCallId: 'c', content: 'booked' },
            { id: 'm', role: 'assistant', content: 'It is booked.' },
          ],
          state: {},
          interrupts: [],
          activeRun: null,
          lastRun: { runId: live.inputs()[0]?.runId, outcome: { type: 'success' } },
        }),
      },
      { persistence },
    )
    void live.session.send('book')
    await expect.poll(() => live.thread().toolCalls.get('c')?.phase).toBe('called')
    await live.session.close()
    const back = joinAgent(live.agent, { ...resumable, persistence })
    await back.session.start()
    await expect.poll(() => back.thread().run).toMatchObject({ kind: 'finished' })
    expect(textsOf(back.messages()).slice(-2)).toEqual(['booked', 'It is booked.'])
    expect(selectToolCall(back.thread(), 'c')?.status).toBe('done')
    expect(back.inputs()).toHaveLength(1)
  })

  it('asks nothing about a run that had ended, and shows no sign of one that is going on', async () => {
    const persistence = createMemoryPersistence()
    const live = await meetResumable(
      {
        post: ({ input }) =>
          numbered(input.runId, 0, [
            runStarted(idsOf(input)),
            ...textMessage('m', 'Hi.'),
            runFinished(undefined, idsOf(input)),
          ]),
      },
      { persistence },
    )
    await live.session.send('?')
    await live.session.close()
    const back = joinAgent(live.agent, { ...resumable, persistence })
    const kinds = new Set<string>()
    const note = (): void =>
      void kinds.add(`${back.thread().run.kind} ${back.session.getSnapshot().connection.kind}`)
    back.session.subscribe('run', note)
    back.session.subscribe('connection', note)
    await back.session.start()
    note()
    expect([...kinds]).toEqual(['finished idle'])
    expect(back.agent.requests).toHaveLength(1)
  })
})
