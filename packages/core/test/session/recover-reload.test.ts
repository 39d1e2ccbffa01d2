import {
  stepFinished,
  stepStarted,
  textContent,
  textEnd,
  textStart,
  toolArgs,
  toolEnd,
  toolStart,
} from '@agui-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approval, finished, interrupted, play, reload, started } from '../scene.ts'
import { createScriptedTransport } from '../scripted-transport.ts'
import {
  createRecoverScene,
  passWait,
  type RecoverScene,
  refusal,
  reloadRecover,
  until,
} from './recover-scene.ts'

const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
beforeAll(() => void process.on('unhandledRejection', note))
afterAll(() => void process.off('unhandledRejection', note))

const KEY = 'thread:t'
const kept = async (scene: RecoverScene): Promise<string> => (await scene.persistence.load(KEY)) ?? ''

/** A run with a message, a call and a step open: frames 0 to 5, saved. */
async function midRun() {
  const scene = createRecoverScene()
  void scene.session.send('hi')
  const exchange = await scene.transport.next()
  await exchange.pushNumbered(
    [0, started(exchange)],
    [1, stepStarted('plan')],
    [2, textStart('m')],
    [3, textContent('m', 'half')],
    [4, toolStart('c', 'look_up')],
    [5, toolArgs('c', '{"id":')],
  )
  scene.clock.advance(1_000)
  await expect.poll(() => kept(scene)).toContain('"r:5"')
  return { scene, exchange, runId: exchange.input.runId }
}

async function back(scene: RecoverScene): Promise<RecoverScene> {
  const next = reloadRecover(scene)
  await next.session.start()
  return next
}

describe('a page that comes back to a run it left live', () => {
  it('goes on with it at once after the last frame that was saved: text, arguments, steps', async () => {
    const { scene, exchange, runId } = await midRun()
    const next = await back(scene)
    const tail = await next.server.tail()
    expect(next.server.asked).toEqual([{ what: 'reattach', runId, after: 'r:5' }])
    expect(next.thread().run).toMatchObject({ kind: 'running', runId })
    expect([...next.thread().streaming]).toEqual(['m'])
    await expect(next.session.send('more')).rejects.toMatchObject({ code: 'run-active' })
    await tail.pushNumbered(
      [5, toolArgs('c', '{"id":')],
      [6, toolArgs('c', '1}')],
      [7, textContent('m', ' whole')],
      [8, toolEnd('c')],
      [9, textEnd('m')],
      [10, stepFinished('plan')],
      [11, finished(exchange)],
    )
    await tail.end()
    await until(() => next.thread().run.kind === 'finished')
    expect(next.messages()).toMatchObject([
      { content: 'hi' },
      { content: 'half whole' },
      { toolCalls: [{ function: { arguments: '{"id":1}' } }] },
    ])
    expect(next.thread().steps).toMatchObject([{ name: 'plan', status: 'done' }])
    expect(next.codes()).toEqual(['frame-duplicate'])
    expect(next.transport.inputs).toEqual([])
  })

  it('takes the snapshot when the events are gone, and its tail', async () => {
    const { scene, exchange, runId } = await midRun()
    scene.server.reattachNext(refusal(410))
    scene.server.snapshotNext({
      messages: [
        { id: 'id1', role: 'user', content: 'hi' },
        { id: 'm', role: 'assistant', content: 'half who' },
      ],
      activeRun: { runId, lastEventId: 'r:40', open: [textStart('m')] },
    })
    const next = await back(scene)
    const tail = await next.server.tail()
    await tail.pushNumbered([41, textContent('m', 'le')], [42, textEnd('m')], [43, finished(exchange)])
    await tail.end()
    await until(() => next.thread().run.kind === 'finished')
    expect(next.messages()).toMatchObject([{ content: 'hi' }, { content: 'half whole' }])
    expect(next.thread().steps).toMatchObject([{ name: 'plan', status: 'done' }])
    expect(next.codes()).toEqual([])
  })

  it('finds it after several tries, and breaks are waited for as ever after that', async () => {
    const { scene, exchange } = await midRun()
    scene.server.reattachNext(new Error('offline'))
    const next = await back(scene)
    expect(await passWait(next, 2)).toBe(750)
    const tail = await next.server.tail()
    await tail.pushNumbered([6, textEnd('m')])
    await tail.break(new Error('again'))
    expect(await passWait(next, 1)).toBe(375)
    const last = await next.server.tail()
    await last.pushNumbered([7, toolEnd('c')], [8, stepFinished('plan')], [9, finished(exchange)])
    await last.end()
    await until(() => next.thread().run.kind === 'finished')
    expect(next.codes()).toEqual([])
  })

  it('shows it cut, with all that was saved, when it cannot be found', async () => {
    const { scene } = await midRun()
    scene.server.reattachNext(refusal(401))
    const next = await back(scene)
    await until(() => next.thread().run.kind === 'truncated')
    expect(next.messages().at(1)).toMatchObject({ content: 'half' })
    expect(next.thread().streaming.size).toBe(0)
    expect(next.thread().steps).toMatchObject([{ status: 'done' }])
    const run = next.session.retry()
    await play(await next.transport.next())
    expect(await run).toMatchObject({ kind: 'finished' })
  })

  it('may stop it: it is cancelled once', async () => {
    const { scene, runId } = await midRun()
    const next = await back(scene)
    await next.server.tail()
    next.session.stop()
    await until(() => next.thread().run.kind === 'truncated')
    expect(next.server.asked.filter(({ what }) => what === 'cancel')).toEqual([{ what: 'cancel', runId }])
  })

  it('and goes again before it has found it loses nothing', async () => {
    const { scene, exchange } = await midRun()
    scene.server.reattachNext(new Error('offline'))
    const second = await back(scene)
    await second.session.close()
    expect(second.clock.waiting()).toBe(scene.clock.waiting())
    const third = await back(second)
    const tail = await third.server.tail()
    await tail.pushNumbered(
      [6, toolEnd('c')],
      [7, textEnd('m')],
      [8, stepFinished('plan')],
      [9, finished(exchange)],
    )
    await tail.end()
    await until(() => third.thread().run.kind === 'finished')
    expect(third.codes()).toEqual([])
  })

  it('with a decision on its way keeps it there, and it is settled once', async () => {
    const scene = createRecoverScene()
    await interrupted(scene, approval('i'))
    void scene.session.answer('i', { status: 'resolved', payload: { approved: true } })
    const exchange = await scene.transport.next()
    await exchange.pushNumbered([0, started(exchange)])
    await scene.session.close()
    const next = await back(scene)
    const tail = await next.server.tail()
    expect(next.thread().interrupts).toMatchObject([{ decision: { delivery: 'sending' } }])
    await tail.pushNumbered([1, finished(exchange)])
    await tail.end()
    await until(() => next.thread().run.kind === 'finished')
    expect(next.thread()).toMatchObject({ interrupts: [], decisions: [{ delivery: 'accepted' }] })
    expect(next.transport.inputs).toEqual([])
  })
})

describe('a page that comes back and cannot go on', () => {
  it('shows the run cut where the transport no longer offers it', async () => {
    const { scene } = await midRun()
    const next = reload(scene, { transport: createScriptedTransport({ resumable: true }) })
    await next.session.start()
    expect(next.thread().run).toMatchObject({ kind: 'truncated', cause: 'reloaded' })
    expect(next.messages().at(1)).toMatchObject({ content: 'half' })
  })

  it('shows a run cut whose answer had not begun, and asks nothing with the position of the run before', async () => {
    const scene = createRecoverScene()
    const first = scene.session.send('hi')
    const exchange = await scene.transport.next()
    await exchange.pushNumbered([0, started(exchange)], [1, finished(exchange)])
    await exchange.end()
    await first
    // The head of the second answer never comes.
    const never = createRecoverScene({
      transport: { ...scene.transport, open: () => new Promise(() => {}) },
      persistence: scene.persistence,
      clock: scene.clock,
    })
    await never.session.start()
    void never.session.send('more')
    await until(() => never.thread().run.kind === 'starting')
    await expect.poll(() => kept(never)).toContain('"starting"')
    const next = await back(never)
    expect(next.thread().run).toMatchObject({ kind: 'truncated', cause: 'reloaded' })
    expect(next.messages().at(-1)).toMatchObject({ content: 'more' })
    expect(next.server.asked).toEqual([])
  })

  it.each([
    ['a position that is no text', { position: 5 }],
    ['owners that are none', { owners: { text: 'x' } }],
    ['chunks of an event there is not', { lanes: [{ owner: null, id: 'm', type: '__proto__', fixed: {} }] }],
    ['a phase there is not', { phase: 'haunted' }],
  ])('shows the run cut when what was saved of its stream is broken: %s', async (_what, damage) => {
    const { scene } = await midRun()
    const saved = JSON.parse(await kept(scene)) as { stream: object }
    await scene.persistence.save(KEY, JSON.stringify({ ...saved, stream: { ...saved.stream, ...damage } }))
    const next = await back(scene)
    expect(next.thread().run).toMatchObject({ kind: 'truncated', cause: 'reloaded' })
    expect(next.messages().at(1)).toMatchObject({ content: 'half' })
    expect(next.server.asked).toEqual([])
  })
})

it('no rejection was left unhandled', async () => {
  // Node reports them when the task that made them is over.
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})
