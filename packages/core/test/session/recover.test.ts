import { textChunk, textContent, textEnd, textStart, toolArgs, toolEnd, toolStart } from '@agui-kit/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createScene, finished, play, started } from '../scene.ts'
import { createScriptedTransport, type ScriptedExchange } from '../scripted-transport.ts'
import { createRecoverScene, cut, passWait, refusal, until, waitsForAttempt } from './recover-scene.ts'

const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
beforeAll(() => void process.on('unhandledRejection', note))
afterAll(() => void process.off('unhandledRejection', note))
afterEach(() => vi.unstubAllGlobals())

type Frame = readonly [index: number, event: object]

/** A run in the middle of a message: frames 0 to 2 are there, the text so far is "ab". */
async function midRun(options: Parameters<typeof createRecoverScene>[0] = {}) {
  const scene = createRecoverScene(options)
  const run = scene.session.send('hi')
  const exchange = await scene.transport.next()
  await exchange.pushNumbered([0, started(exchange)], [1, textStart('m')], [2, textContent('m', 'ab')])
  return { ...scene, scene, run, exchange, runId: exchange.input.runId }
}

const rest = (exchange: ScriptedExchange): readonly Frame[] => [
  [3, textContent('m', 'cd')],
  [4, textEnd('m')],
  [5, finished(exchange)],
]

describe('a run that breaks off in its middle', () => {
  it('is reattached to after the last frame had, and ends whole', async () => {
    const { scene, exchange, run, server, transport, messages, codes, runId } = await midRun()
    await exchange.break(cut())
    await passWait(scene)
    const tail = await server.tail()
    await tail.pushNumbered(...rest(exchange))
    await tail.end()
    expect(await run).toMatchObject({ kind: 'finished', runId, outcome: { type: 'success' } })
    expect(server.asked).toEqual([{ what: 'reattach', runId, after: 'r:2' }])
    expect(messages().at(-1)).toMatchObject({ content: 'abcd' })
    expect(transport.inputs).toHaveLength(1)
    expect(codes()).toEqual([])
    expect(scene.session.getSnapshot().connection).toEqual({ kind: 'idle' })
  })

  it('does not double frames that the server sends again', async () => {
    const { scene, exchange, run, server, messages, codes } = await midRun()
    await exchange.break(cut())
    await passWait(scene)
    const tail = await server.tail()
    await tail.pushNumbered([1, textStart('m')], [2, textContent('m', 'ab')], ...rest(exchange))
    await tail.end()
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(messages().at(-1)).toMatchObject({ content: 'abcd' })
    expect(codes()).toEqual(['frame-duplicate', 'frame-duplicate'])
  })

  it('goes on with chunks that were half-way, and with arguments that were open', async () => {
    const { scene, exchange, run, server, messages, codes } = await midRun()
    await exchange.pushNumbered(
      [3, textEnd('m')],
      [4, toolStart('c', 'look_up')],
      [5, toolArgs('c', '{"id":')],
      [6, textChunk({ messageId: 'n', delta: 'one ' })],
    )
    await exchange.break(cut())
    await passWait(scene)
    const tail = await server.tail()
    // A continuation names nothing: only the chunks before the break say whose it is.
    await tail.pushNumbered(
      [7, textChunk({ delta: 'two' })],
      [8, toolArgs('c', '1}')],
      [9, toolEnd('c')],
      [10, finished(exchange)],
    )
    await tail.end()
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(messages().find((message) => message.id === 'n')).toMatchObject({ content: 'one two' })
    expect(scene.thread().toolCalls.get('c')).toMatchObject({ phase: 'called' })
    expect(JSON.stringify(messages())).toContain('{\\"id\\":1}')
    expect(codes()).toEqual([])
  })

  it('is found again as well when the body just ends', async () => {
    const { scene, exchange, run, server, messages } = await midRun()
    await exchange.end()
    await passWait(scene)
    const tail = await server.tail()
    await tail.pushNumbered(...rest(exchange))
    await tail.end()
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(messages().at(-1)).toMatchObject({ content: 'abcd' })
  })

  it('is shown as reconnecting meanwhile, still running, with what has come', async () => {
    const { scene, exchange, thread, messages } = await midRun()
    await exchange.break(cut())
    await waitsForAttempt(scene)
    expect(scene.session.getSnapshot().connection).toEqual({
      kind: 'reconnecting',
      attempt: 1,
      nextTryAtMs: scene.clock.now() + 375,
    })
    expect(thread().run.kind).toBe('running')
    expect(messages().at(-1)).toMatchObject({ content: 'ab' })
    expect(thread().streaming.has('m')).toBe(true)
    await expect(scene.session.send('more')).rejects.toMatchObject({ code: 'run-active' })
    await scene.session.close()
  })

  it('that had ended when it broke is over: nothing is asked for', async () => {
    const { exchange, run, server } = await midRun()
    await exchange.pushNumbered(...rest(exchange))
    await exchange.break(cut())
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(server.asked).toEqual([])
  })

  it('breaks again and again, and each time goes on where it stood', async () => {
    const { scene, exchange, run, server, messages } = await midRun()
    let open = exchange
    for (let at = 3; at < 23; at++) {
      await open.break(cut())
      await passWait(scene)
      open = await server.tail()
      await open.pushNumbered([at, textContent('m', 'x')])
    }
    await open.pushNumbered([23, textEnd('m')], [24, finished(exchange)])
    await open.end()
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(messages().at(-1)).toMatchObject({ content: `ab${'x'.repeat(20)}` })
    expect(server.asked.map(({ after }) => after)).toEqual(Array.from({ length: 20 }, (_, n) => `r:${n + 2}`))
  })
})

describe('attempts to find it', () => {
  it('wait longer each time; when they are used up the run is cut, and all that came is kept', async () => {
    const { scene, exchange, run, server, messages, clock, thread } = await midRun()
    server.reattachNext(...Array.from({ length: 8 }, () => new Error('offline')))
    await exchange.break(cut())
    const waits: number[] = []
    for (let attempt = 1; attempt <= 8; attempt++) waits.push(await passWait(scene, attempt))
    expect(waits).toEqual([375, 750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500])
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
    expect(messages().at(-1)).toMatchObject({ content: 'ab' })
    expect(thread().streaming.size).toBe(0)
    expect(server.asked).toHaveLength(8)
    expect(scene.session.getSnapshot().connection).toEqual({ kind: 'idle' })
    await scene.session.close()
    expect(clock.waiting()).toBe(0)
  })

  it('follow the policy that was given, and wait at least as long as a refusal asks, up to its longest wait', async () => {
    const retry = { firstMs: 100, maxMs: 5_000, maxAttempts: 4 }
    const { scene, exchange, run, server } = await midRun({ retry })
    server.reattachNext(
      refusal(503, { retryAfterMs: 2_000 }),
      refusal(429, { retryAfterMs: 3_600_000 }),
      refusal(503),
      refusal(503),
    )
    await exchange.break(cut())
    const waits: number[] = []
    for (let attempt = 1; attempt <= 4; attempt++) waits.push(await passWait(scene, attempt))
    expect(waits).toEqual([75, 2_000, 5_000, 600])
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
  })

  it.each([400, 401, 403, 409, 422])('are not repeated after HTTP %i', async (status) => {
    const { scene, exchange, run, server, messages } = await midRun()
    server.reattachNext(refusal(status))
    await exchange.break(cut())
    await passWait(scene)
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
    expect(messages().at(-1)).toMatchObject({ content: 'ab' })
    expect(server.asked).toHaveLength(1)
  })

  it('end also with a server that takes every one and leads nowhere', async () => {
    const { scene, exchange, run, server } = await midRun({ retry: { maxAttempts: 3 } })
    await exchange.break(cut())
    for (let attempt = 1; attempt <= 3; attempt++) {
      await passWait(scene, attempt)
      await (await server.tail()).end()
    }
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
    expect(server.asked).toHaveLength(3)
  })

  it.each(['online', 'pageshow', 'visibilitychange'])(
    'do not wait on when the network or the page is back: %s',
    async (type) => {
      const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
      vi.stubGlobal('window', page)
      vi.stubGlobal('document', page)
      const removed = vi.spyOn(page, 'removeEventListener')
      const { scene, exchange, run, server } = await midRun()
      await exchange.break(cut())
      await waitsForAttempt(scene)
      page.dispatchEvent(new Event(type))
      const tail = await server.tail()
      expect(removed.mock.calls.map(([name]) => name).toSorted()).toEqual([
        'online',
        'pageshow',
        'visibilitychange',
      ])
      await tail.pushNumbered(...rest(exchange))
      await tail.end()
      expect(await run).toMatchObject({ kind: 'finished' })
      // The wake took the place of the timer: nobody asks a second time.
      scene.clock.advance(60_000)
      expect(server.asked).toHaveLength(1)
    },
  )

  it('wait on while the page is hidden', async () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
    vi.stubGlobal('window', page)
    vi.stubGlobal('document', page)
    const { scene, exchange, server } = await midRun()
    await exchange.break(cut())
    await waitsForAttempt(scene)
    page.dispatchEvent(new Event('visibilitychange'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(server.asked).toEqual([])
    await scene.session.close()
  })
})

describe('a gap in numbered frames', () => {
  it('is filled by reading again from before the hole', async () => {
    const { scene, exchange, run, server, messages, codes, runId } = await midRun()
    await exchange.pushNumbered([4, textContent('m', 'd')], [5, textEnd('m')])
    await exchange.end()
    await passWait(scene)
    const tail = await server.tail()
    await tail.pushNumbered(
      [3, textContent('m', 'c')],
      [4, textContent('m', 'd')],
      [5, textEnd('m')],
      [6, finished(exchange)],
    )
    await tail.end()
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(messages().at(-1)).toMatchObject({ content: 'abcd' })
    expect(server.asked).toEqual([{ what: 'reattach', runId, after: 'r:2' }])
    // The hole was seen and told; what it held came, once.
    expect(codes()).toEqual(['frame-gap'])
  })

  it('beyond the window leaves the stream at once to read it again', async () => {
    const { scene, exchange, run, server, messages } = await midRun()
    const late = Array.from({ length: 65 }, (_, n) => [n + 4, textContent('m', 'x')] as const)
    await exchange.pushNumbered(...late)
    await passWait(scene)
    expect(exchange.signal.aborted).toBe(true)
    const tail = await server.tail()
    await tail.pushNumbered([3, textContent('m', 'c')], ...late, [69, textEnd('m')], [70, finished(exchange)])
    await tail.end()
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(messages().at(-1)).toMatchObject({ content: `abc${'x'.repeat(65)}` })
  })

  it('that the server cannot fill either is given up after the attempts', async () => {
    const { scene, exchange, run, server, messages } = await midRun({ retry: { maxAttempts: 2 } })
    await exchange.pushNumbered([4, textContent('m', 'd')])
    await exchange.end()
    for (let attempt = 1; attempt <= 2; attempt++) {
      await passWait(scene, attempt)
      const tail = await server.tail()
      await tail.pushNumbered([4, textContent('m', 'd')])
      await tail.end()
    }
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
    expect(messages().at(-1)).toMatchObject({ content: 'ab' })
  })
})

describe('a server or a transport without the extension', () => {
  const offered = createRecoverScene({ transport: createScriptedTransport({ resumable: false }) })
  it.each([
    ['the server does not say that it offers it', offered],
    ['the transport cannot use it', createScene({ transport: createScriptedTransport({ resumable: true }) })],
  ])('a break is the end: %s', async (_what, scene) => {
    const run = scene.session.send('hi')
    const exchange = await scene.transport.next()
    await exchange.push(started(exchange), textStart('m'), textContent('m', 'half'))
    await exchange.break(cut())
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
    expect(scene.messages().at(-1)).toMatchObject({ content: 'half' })
    expect(offered.server.asked).toEqual([])
    // And the thread goes on.
    const again = scene.session.retry()
    await play(await scene.transport.next())
    expect(await again).toMatchObject({ kind: 'finished' })
  })

  it('a run that broke before its head failed, also when the server is known to offer it', async () => {
    const scene = createRecoverScene()
    void scene.session.send('hi')
    const exchange = await scene.transport.next()
    await exchange.pushNumbered([0, started(exchange)], [1, finished(exchange)])
    await exchange.end()
    await until(() => scene.thread().run.kind === 'finished')
    scene.transport.refuseNext(new Error('offline'))
    expect(await scene.session.send('more')).toMatchObject({ kind: 'failed' })
    expect(scene.server.asked).toEqual([])
  })
})

it('no rejection was left unhandled', async () => {
  // Node reports them when the task that made them is over.
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})
