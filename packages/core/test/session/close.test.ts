import { textContent, textStart, toolCall } from '@agui-kit/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approval, createScene, interrupted, play, started } from '../scene.ts'

const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
beforeAll(() => void process.on('unhandledRejection', note))
afterAll(() => void process.off('unhandledRejection', note))

const closed = { code: 'session-closed' }

it('a closed session leaves no timer and no listener, and refuses every verb', async () => {
  const { session, transport, clock, thread } = createScene()
  let woken = 0
  session.subscribe('thread', () => void woken++)
  const run = session.send('hi')
  const exchange = await transport.next()
  await exchange.push(started(exchange), textStart('m'), textContent('m', 'a'), textContent('m', 'b'))
  expect(clock.waiting()).toBeGreaterThan(0)
  await session.close()
  expect(clock.waiting()).toBe(0)
  expect(await run).toMatchObject({ kind: 'truncated' })
  expect(exchange.signal.aborted).toBe(true)
  const [before, snapshot] = [woken, session.getSnapshot()]
  await expect(session.send('more')).rejects.toMatchObject(closed)
  await expect(session.run()).rejects.toMatchObject(closed)
  await expect(session.retry()).rejects.toMatchObject(closed)
  await expect(session.answer('i', { status: 'cancelled' })).rejects.toMatchObject(closed)
  await exchange.push(textContent('m', 'c'))
  session.stop()
  await session.close()
  expect(woken).toBe(before)
  expect(session.getSnapshot()).toBe(snapshot)
  expect(snapshot.phase).toBe('closed')
  expect(thread().run).toMatchObject({ kind: 'truncated' })
  expect(clock.waiting()).toBe(0)
})

it('closing saves what was shown', async () => {
  const scene = createScene()
  void scene.session.send('hi')
  const exchange = await scene.transport.next()
  await exchange.push(started(exchange), textStart('m'), textContent('m', 'half'))
  await scene.session.close()
  expect(await scene.persistence.load('thread:t')).toContain('half')
})

it.each(['new', 'loading', 'ready', 'interrupted', 'executing'] as const)(
  'a session that is %s closes without a timer left',
  async (when) => {
    const scene = createScene({
      tools: [{ name: 'wait', description: '', execute: () => new Promise(() => {}) }],
    })
    const { session, transport, clock, thread } = scene
    let run: Promise<unknown> | undefined
    if (when === 'loading') void session.start()
    if (when === 'ready') await session.start()
    if (when === 'interrupted') await interrupted(scene, approval('i'))
    if (when === 'executing') {
      run = session.send('x')
      await play(await transport.next(), toolCall('c', 'wait'))
      await expect.poll(() => clock.frame() && thread().toolCalls.get('c')?.executing).toBe(true)
    }
    await session.close()
    expect(session.getSnapshot().phase).toBe('closed')
    expect(clock.waiting()).toBe(0)
    if (run !== undefined) expect(await run).toMatchObject({ kind: 'finished' })
  },
)

it('whoever waits for an answer that is queued learns that the session was closed', async () => {
  const scene = createScene()
  await interrupted(scene, approval('i'), approval('j'))
  const run = scene.session.answer('i', { status: 'cancelled' })
  await expect.poll(() => scene.thread().interrupts[0]?.decision?.delivery).toBe('queued')
  await scene.session.close()
  expect(await run).toMatchObject({ kind: 'finished', outcome: { type: 'interrupt' } })
})

it('no rejection was left unhandled', async () => {
  // Node reports them when the task that made them is over.
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})
