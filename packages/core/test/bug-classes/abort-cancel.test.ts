// The class: stopping stops only the picture, or takes away what was there, or is undone by what comes late.
import { createMemoryPersistence } from '@agui-kit/core'
import { runError, runStarted, textContent, textMessage, textStart } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { approval } from '../scene.ts'
import { begun, held, idsOf, joinAgent, meet, textsOf, whole } from './live.ts'
import { meetResumable, numbered, status } from './reconnecting.ts'

const half = [textStart('m'), textContent('m', 'It was a dark and')]

describe('stopping a run', () => {
  it('ends the connection, keeps the text that was there, and is no success', async () => {
    const live = await meet([held(half)])
    const run = live.session.send('tell')
    await expect.poll(() => textsOf(live.messages())[1]).toBe('It was a dark and')
    live.session.stop()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'stopped' })
    await live.agent.requests[0]?.closed
    expect(textsOf(live.messages())).toEqual(['tell', 'It was a dark and'])
    expect(live.thread().streaming.size).toBe(0)
  })

  it('also ends a request that has no answer yet', async () => {
    const live = await meet([() => new Promise<never>(() => {})])
    const run = live.session.send('tell')
    await expect.poll(() => live.agent.requests.length).toBe(1)
    live.session.stop()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'stopped' })
    await live.agent.requests[0]?.closed
  })

  it('stands, whatever the stream still held: the first end is the end', async () => {
    const live = await meet([
      begun([...half, runError('aborted')], { ended: 'end', chunking: 'single' }),
      held(half),
    ])
    // The agent's own end comes first, and a stop after it changes nothing.
    expect(await live.session.send('one')).toMatchObject({ kind: 'failed' })
    live.session.stop()
    expect(live.thread().run).toMatchObject({ kind: 'failed', failure: { source: 'agent' } })
    const run = live.session.send('two')
    await expect.poll(() => live.thread().run.kind).toBe('running')
    live.session.stop()
    await live.agent.close()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'stopped' })
  })

  it('of a run the agent itself says is cancelled is cancelled, and what it said stays', async () => {
    const live = await meet([whole(textMessage('m', 'Well,'), { type: 'cancelled' })])
    expect(await live.session.send('tell')).toMatchObject({
      kind: 'finished',
      outcome: { type: 'cancelled' },
    })
    expect(textsOf(live.messages())).toEqual(['tell', 'Well,'])
  })

  it('leaves another thread of the same agent alone', async () => {
    const live = await meet([held(half), whole(textMessage('n', 'Hello.'))])
    const run = live.session.send('tell')
    await expect.poll(() => live.thread().run.kind).toBe('running')
    const other = joinAgent(live.agent, { threadId: 'u' })
    expect(other.thread().run.kind).toBe('idle')
    const hello = other.session.send('hi')
    live.session.stop()
    expect(await run).toMatchObject({ cause: 'stopped' })
    expect(await hello).toMatchObject({ kind: 'finished' })
    expect(textsOf(other.messages())).toEqual(['hi', 'Hello.'])
  })

  it('of a run that carries an answer does not lose the answer: it may have arrived, and can be sent again', async () => {
    const persistence = createMemoryPersistence()
    const live = await meet(
      [
        whole([], { type: 'interrupt', interrupts: [approval('q')] }),
        held([]),
        whole(textMessage('m', 'Done.')),
      ],
      { persistence },
    )
    await live.session.run()
    const run = live.session.answer('q', { status: 'resolved', payload: 'yes' })
    await expect.poll(() => live.agent.requests.length).toBe(2)
    await expect.poll(() => live.thread().run.kind).toBe('running')
    live.session.stop()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'stopped' })
    expect(live.thread().interrupts.map(({ decision }) => decision?.delivery)).toEqual(['unconfirmed'])
    expect(await live.session.retry()).toMatchObject({ kind: 'finished' })
    expect(live.inputs()[2]?.resume).toEqual(live.inputs()[1]?.resume)
  })

  it('is told to a server that lets runs be cancelled, so that it does not work on unseen', async () => {
    const live = await meetResumable({
      post: ({ input }) =>
        numbered(input.runId, 0, [runStarted(idsOf(input)), ...half], { ended: 'aborted-by-client' }),
      cancel: () => status(202),
    })
    const run = live.session.send('tell')
    await expect.poll(() => live.thread().run.kind).toBe('running')
    live.session.stop()
    await run
    await expect.poll(() => live.asked('cancel').length).toBe(1)
    expect(live.asked('cancel')[0]?.path).toBe(`/threads/t/runs/${live.inputs()[0]?.runId}/cancel`)
  })
})
