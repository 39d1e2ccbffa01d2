// The class: a question to the person is not seen, cannot be left, or its answer is lost, doubled or taken for none.
import type { Interrupt, RunFinishedOutcome } from '@agui-kit/core'
import { textMessage } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { approval } from '../scene.ts'
import { joinAgent, meet, textsOf, whole } from './live.ts'

const asks = (...interrupts: readonly Interrupt[]): RunFinishedOutcome => ({ type: 'interrupt', interrupts })
const openIds = ({ thread }: Pick<Awaited<ReturnType<typeof meet>>, 'thread'>): readonly string[] =>
  thread().interrupts.map(({ interrupt }) => interrupt.id)

describe('a run that ends with a question', () => {
  it('is not over: the question is there although nothing was said, and whatever its reason is', async () => {
    const odd = approval('q', { reason: 'acme:wants-to-know', metadata: { prompt: 'Which?' } })
    const live = await meet([whole([], asks(odd))])
    expect(await live.session.run()).toMatchObject({ outcome: { type: 'interrupt', interruptIds: ['q'] } })
    expect(live.thread().interrupts[0]?.interrupt).toEqual(odd)
    expect(live.codes()).toEqual([])
  })

  it('refuses a new message at once and in words, without losing the question or sending anything', async () => {
    const live = await meet([whole([], asks(approval('q')))])
    await live.session.run()
    await expect(live.session.send('hello?')).rejects.toMatchObject({
      code: 'interrupts-open',
      details: { interruptIds: ['q'] },
    })
    expect(live.agent.requests).toHaveLength(1)
    expect(openIds(live)).toEqual(['q'])
    expect(live.messages()).toEqual([])
  })

  it('can always be left: every question cancelled in one request, then the thread goes on', async () => {
    const live = await meet([
      whole([], asks(approval('q'), approval('p'))),
      whole(textMessage('m', 'All right, not.')),
      whole(textMessage('n', 'Hello.')),
    ])
    await live.session.run()
    await Promise.all(openIds(live).map((id) => live.session.answer(id, { status: 'cancelled' })))
    expect(live.inputs()[1]?.resume).toEqual([
      { interruptId: 'q', status: 'cancelled' },
      { interruptId: 'p', status: 'cancelled' },
    ])
    expect(await live.session.send('hello?')).toMatchObject({ kind: 'finished' })
    expect(live.inputs()[2]).not.toHaveProperty('resume')
    expect(textsOf(live.messages())).toEqual(['All right, not.', 'hello?', 'Hello.'])
  })
})

describe('an answer', () => {
  it.each([false, 0, '', [], {}])('of %j is an answer', async (payload) => {
    const live = await meet([whole([], asks(approval('q'))), whole([])])
    await live.session.run()
    expect(await live.session.answer('q', { status: 'resolved', payload })).toMatchObject({
      kind: 'finished',
    })
    expect(live.inputs()[1]?.resume).toEqual([{ interruptId: 'q', status: 'resolved', payload }])
  })

  it('of null answers too, without a payload, as the protocol has no null to send there', async () => {
    const live = await meet([whole([], asks(approval('q'))), whole([])])
    await live.session.run()
    await live.session.answer('q', { status: 'resolved', payload: null })
    expect(live.inputs()[1]?.resume).toEqual([{ interruptId: 'q', status: 'resolved' }])
    expect(openIds(live)).toEqual([])
  })

  it('waits for those to the other questions, and all leave in one request', async () => {
    const live = await meet([whole([], asks(approval('a'), approval('b'), approval('c'))), whole([])])
    await live.session.run()
    const first = live.session.answer('c', { status: 'resolved', payload: 3 })
    const second = live.session.answer('a', { status: 'resolved', payload: 1 })
    await expect.poll(() => live.thread().interrupts.filter(({ decision }) => decision).length).toBe(2)
    expect(live.agent.requests).toHaveLength(1)
    await live.session.answer('b', { status: 'cancelled' })
    expect([await first, await second]).toMatchObject([{ kind: 'finished' }, { kind: 'finished' }])
    expect(live.agent.requests).toHaveLength(2)
    expect(live.inputs()[1]?.resume?.map(({ interruptId }) => interruptId)).toEqual(['a', 'b', 'c'])
  })

  it('that leads to the next question shows that one, alone, in a new run of the same thread', async () => {
    const live = await meet([
      whole(textMessage('m', 'May I?'), asks(approval('q'))),
      whole(textMessage('n', 'And this?'), asks(approval('p'))),
      whole(textMessage('o', 'Done.')),
    ])
    await live.session.run()
    await live.session.answer('q', { status: 'resolved', payload: { approved: true } })
    expect(openIds(live)).toEqual(['p'])
    await live.session.answer('p', { status: 'resolved', payload: { approved: true } })
    expect(openIds(live)).toEqual([])
    expect(new Set(live.inputs().map(({ runId }) => runId)).size).toBe(3)
    expect(new Set(live.inputs().map(({ threadId }) => threadId))).toEqual(new Set(['t']))
    expect(textsOf(live.messages())).toEqual(['May I?', 'And this?', 'Done.'])
    expect(live.thread().decisions.map(({ interruptId }) => interruptId)).toEqual(['q', 'p'])
  })

  it('that comes too late cannot say yes, but can still let the question go', async () => {
    const past = new Date(Date.now() - 60_000).toISOString()
    const live = await meet([whole([], asks(approval('q', { expiresAt: past }))), whole([])])
    await live.session.run()
    await expect(live.session.answer('q', { status: 'resolved' })).rejects.toMatchObject({
      code: 'interrupt-expired',
    })
    expect(live.agent.requests).toHaveLength(1)
    expect(await live.session.answer('q', { status: 'cancelled' })).toMatchObject({ kind: 'finished' })
    expect(live.inputs()[1]?.resume).toEqual([{ interruptId: 'q', status: 'cancelled' }])
  })

  it('belongs to the thread that was asked: another one with the same agent knows nothing of it', async () => {
    const live = await meet([whole([], asks(approval('q'))), whole([])])
    await live.session.run()
    const other = joinAgent(live.agent, { threadId: 'u' })
    expect(await other.session.send('hi')).toMatchObject({ kind: 'finished' })
    await expect(other.session.answer('q', { status: 'resolved' })).rejects.toMatchObject({
      code: 'interrupt-unknown',
    })
    expect(openIds(live)).toEqual(['q'])
  })
})
