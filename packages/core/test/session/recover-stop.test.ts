import { textContent, textStart } from '@agui-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScene, finished, play, started } from '../scene.ts'
import { createScriptedTransport, type ScriptedTransport } from '../scripted-transport.ts'
import {
  createRecoverScene,
  cut,
  passWait,
  type RecoverScene,
  until,
  waitsForAttempt,
} from './recover-scene.ts'

const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
beforeAll(() => void process.on('unhandledRejection', note))
afterAll(() => void process.off('unhandledRejection', note))

async function midRun() {
  const scene = createRecoverScene()
  const run = scene.session.send('hi')
  const exchange = await scene.transport.next()
  await exchange.pushNumbered([0, started(exchange)], [1, textStart('m')], [2, textContent('m', 'ab')])
  return { scene, run, exchange, runId: exchange.input.runId }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A transport whose heads come when the test says so. */
function withHeldHead(transport: ScriptedTransport): ScriptedTransport & {
  readonly signals: readonly AbortSignal[]
  readonly giveHead: () => void
} {
  const signals: AbortSignal[] = []
  let giveHead = (): void => {}
  return {
    ...transport,
    signals,
    giveHead: () => giveHead(),
    open: async (request) => {
      signals.push(request.signal)
      await new Promise<void>((resolve, reject) => {
        giveHead = resolve
        request.signal.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')))
      })
      return transport.open(request)
    },
  }
}

describe('stopping a live run', () => {
  it('cancels it at the server, once', async () => {
    const { scene, run, exchange, runId } = await midRun()
    scene.session.stop()
    scene.session.stop()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'stopped' })
    expect(exchange.signal.aborted).toBe(true)
    await settled()
    expect(scene.server.asked).toEqual([{ what: 'cancel', runId }])
    await scene.session.close()
    expect(scene.clock.waiting()).toBe(0)
    expect(scene.server.asked).toHaveLength(1)
  })

  it('cancels it once also while it is being looked for, and ends the looking', async () => {
    const { scene, run, exchange, runId } = await midRun()
    await exchange.break(cut())
    await waitsForAttempt(scene)
    scene.session.stop()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'stopped' })
    await settled()
    scene.clock.advance(60_000)
    await settled()
    expect(scene.server.asked).toEqual([{ what: 'cancel', runId }])
    expect(scene.session.getSnapshot().connection).toEqual({ kind: 'idle' })
  })

  it('cancels it once also after it was found again, and leaves the tail', async () => {
    const { scene, run, exchange, runId } = await midRun()
    await exchange.break(cut())
    await passWait(scene)
    const tail = await scene.server.tail()
    await tail.pushNumbered([3, textContent('m', 'c')])
    scene.session.stop()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'stopped' })
    expect(tail.signal.aborted).toBe(true)
    await settled()
    expect(scene.server.asked.filter(({ what }) => what === 'cancel')).toEqual([{ what: 'cancel', runId }])
  })

  it('stands when cancelling fails', async () => {
    const { scene, run } = await midRun()
    scene.server.refuseCancel(new Error('offline'))
    scene.session.stop()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'stopped' })
    await settled()
    await scene.session.close()
    expect(scene.clock.waiting()).toBe(0)
  })

  it('cancels nothing that is over', async () => {
    const scene = createRecoverScene()
    const run = scene.session.send('hi')
    await play(await scene.transport.next())
    await run
    scene.session.stop()
    await settled()
    expect(scene.server.asked).toEqual([])
  })

  it('leaves the thread free to go on at once', async () => {
    const { scene, run } = await midRun()
    scene.session.stop()
    await run
    const next = scene.session.send('something else')
    await play(await scene.transport.next())
    expect(await next).toMatchObject({ kind: 'finished' })
  })
})

describe('stopping before the head has come', () => {
  function held(head: { readonly resumable: boolean }) {
    const transport = withHeldHead(createScriptedTransport(head))
    return { transport, scene: createRecoverScene({ transport }) }
  }

  async function stopEarly(scene: RecoverScene, transport: ReturnType<typeof held>['transport']) {
    const run = scene.session.send('hi')
    await until(() => transport.signals.length === 1)
    scene.session.stop()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'stopped' })
    await settled()
    expect(transport.signals[0]?.aborted).toBe(false)
    return run
  }

  it('waits for it without holding up the person, and cancels the run the server has begun', async () => {
    const { scene, transport } = held({ resumable: true })
    const run = await stopEarly(scene, transport)
    expect(scene.server.asked).toEqual([])
    transport.giveHead()
    await until(() => scene.server.asked.length > 0)
    await settled()
    expect(scene.server.asked).toEqual([{ what: 'cancel', runId: 'runId' in run ? run.runId : '' }])
    expect(transport.signals[0]?.aborted).toBe(true)
    await scene.session.close()
    expect(scene.clock.waiting()).toBe(0)
  })

  it('cancels nothing at a server that does not offer it; leaving ends the run there', async () => {
    const { scene, transport } = held({ resumable: false })
    await stopEarly(scene, transport)
    transport.giveHead()
    await until(() => transport.signals[0]?.aborted === true)
    expect(scene.server.asked).toEqual([])
  })

  it('leaves in the end when no head ever comes', async () => {
    const { scene, transport } = held({ resumable: true })
    await stopEarly(scene, transport)
    scene.clock.advance(9_999)
    expect(transport.signals[0]?.aborted).toBe(false)
    scene.clock.advance(1)
    expect(transport.signals[0]?.aborted).toBe(true)
    await settled()
    expect(scene.server.asked).toEqual([])
  })

  it('leaves at once where the transport knows no cancelling', async () => {
    const transport = withHeldHead(createScriptedTransport({ resumable: true }))
    const scene = createScene({ transport })
    const run = scene.session.send('hi')
    await until(() => transport.signals.length === 1)
    scene.session.stop()
    expect(transport.signals[0]?.aborted).toBe(true)
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'stopped' })
  })

  it('cancels once also at a server that an earlier run has shown to offer it', async () => {
    const { scene, transport } = held({ resumable: true })
    const first = scene.session.send('hi')
    await until(() => transport.signals.length === 1)
    transport.giveHead()
    const exchange = await scene.transport.next()
    await exchange.pushNumbered([0, started(exchange)], [1, finished(exchange)])
    await exchange.end()
    await first
    const run = scene.session.send('more')
    await until(() => transport.signals.length === 2)
    scene.session.stop()
    const stopped = await run
    transport.giveHead()
    await until(() => transport.signals[1]?.aborted === true)
    await settled()
    expect(scene.server.asked).toEqual([{ what: 'cancel', runId: 'runId' in stopped ? stopped.runId : '' }])
  })
})

describe('closing', () => {
  it.each(['streaming', 'waiting to try again', 'reading the tail'])(
    'while %s cancels nothing, leaves no timer, and keeps where the run stood',
    async (when) => {
      const { scene, run, exchange, runId } = await midRun()
      if (when !== 'streaming') {
        await exchange.break(cut())
        await waitsForAttempt(scene)
      }
      let last = exchange
      if (when === 'reading the tail') {
        await passWait(scene)
        last = await scene.server.tail()
        await last.pushNumbered([3, textContent('m', 'c')])
      }
      await scene.session.close()
      expect(scene.clock.waiting()).toBe(0)
      expect(await run).toMatchObject({ kind: 'running', runId })
      expect(last.signal.aborted).toBe(true)
      await settled()
      expect(scene.server.asked.filter(({ what }) => what === 'cancel')).toEqual([])
      const saved = JSON.parse((await scene.persistence.load('thread:t')) ?? '') as {
        run: object
        stream: { position: string }
      }
      expect(saved.run).toMatchObject({ kind: 'running', runId })
      expect(saved.stream.position).toBe(last === exchange ? 'r:2' : 'r:3')
    },
  )

  it('before the head leaves at once, and the run is cut', async () => {
    const transport = withHeldHead(createScriptedTransport({ resumable: true }))
    const scene = createRecoverScene({ transport })
    const run = scene.session.send('hi')
    await until(() => transport.signals.length === 1)
    await scene.session.close()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'reloaded' })
    expect(transport.signals[0]?.aborted).toBe(true)
    expect(scene.clock.waiting()).toBe(0)
    expect(scene.server.asked).toEqual([])
  })

  it('before the head of a second run cuts that one as well', async () => {
    const transport = withHeldHead(createScriptedTransport({ resumable: true }))
    const scene = createRecoverScene({ transport })
    void scene.session.send('hi')
    await until(() => transport.signals.length === 1)
    transport.giveHead()
    const exchange = await scene.transport.next()
    await exchange.pushNumbered([0, started(exchange)], [1, finished(exchange)])
    await exchange.end()
    await until(() => scene.thread().run.kind === 'finished')
    const run = scene.session.send('more')
    await until(() => transport.signals.length === 2)
    await scene.session.close()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'reloaded' })
    expect(await scene.persistence.load('thread:t')).not.toContain('"position"')
  })
})

it('no rejection was left unhandled', async () => {
  // Node reports them when the task that made them is over.
  await settled()
  expect(unhandled).toEqual([])
})
