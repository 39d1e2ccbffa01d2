import { textContent, textMessage, textStart, toolCall } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { KitError } from '../../src/error.ts'
import { createMemoryPersistence } from '../../src/persistence/memory.ts'
import { approval, createScene, finished, interrupted, play, reload, type Scene, started } from '../scene.ts'

const KEY = 'thread:t'
const yes = { status: 'resolved', payload: { approved: true } } as const

const restart = async (scene: Scene, saved?: string): Promise<Scene> => {
  if (saved !== undefined) await scene.persistence.save(KEY, saved)
  const next = reload(scene)
  await next.session.start()
  return next
}

/** What is kept now, as text: the page may go at this moment. */
const kept = async (scene: Scene): Promise<string> => (await scene.persistence.load(KEY)) ?? ''

describe('after a reload', () => {
  it('the thread is back as it was saved: messages, state, calls, run', async () => {
    const scene = createScene()
    void scene.session.send('hi')
    await play(await scene.transport.next(), [
      ...toolCall('c', 'f'),
      ...textMessage('m', 'a'),
      { type: 'STATE_SNAPSHOT', snapshot: { n: 1 } },
    ])
    await expect.poll(() => scene.thread().run.kind).toBe('finished')
    const next = await restart(scene)
    expect(next.messages()).toEqual(scene.messages())
    expect(next.thread()).toMatchObject({ state: { n: 1 }, run: scene.thread().run })
    expect(next.thread().toolCalls).toEqual(scene.thread().toolCalls)
    expect(next.session.getSnapshot().phase).toBe('ready')
    expect(next.codes()).toEqual([])
  })

  it('a person’s message is there from the moment it was sent', async () => {
    const scene = createScene()
    void scene.session.send('hi')
    await scene.transport.next()
    await expect.poll(() => kept(scene)).toContain('"hi"')
    const next = await restart(scene)
    expect(next.messages()).toMatchObject([{ role: 'user', content: 'hi' }])
    expect(next.thread().run).toMatchObject({ kind: 'truncated', cause: 'reloaded' })
  })

  it('a run that was live is truncated with what had been saved, and can be tried again', async () => {
    const scene = createScene()
    void scene.session.send('hi')
    const exchange = await scene.transport.next()
    await exchange.push(started(exchange), textStart('m'), textContent('m', 'half'))
    scene.clock.advance(1_000)
    await expect.poll(() => kept(scene)).toContain('half')
    const next = await restart(scene)
    expect(next.thread().run).toMatchObject({
      kind: 'truncated',
      cause: 'reloaded',
      runId: exchange.input.runId,
    })
    expect(next.messages().at(-1)).toMatchObject({ content: 'half' })
    expect(next.thread().streaming.size).toBe(0)
    const run = next.session.retry()
    await play(await next.transport.next())
    expect(await run).toMatchObject({ kind: 'finished' })
  })

  it('an open interrupt is answerable, and its answer leaves once', async () => {
    const scene = createScene()
    await interrupted(scene, approval('i'), approval('j'))
    const next = await restart(scene)
    expect(next.thread().interrupts.map((open) => open.interrupt.id)).toEqual(['i', 'j'])
    void next.session.answer('i', yes)
    await expect.poll(() => kept(next)).toContain('"queued"')
    // And again, between two answers.
    const third = await restart(next)
    expect(third.thread().interrupts[0]?.decision).toMatchObject({ delivery: 'queued' })
    void third.session.answer('j', yes)
    const exchange = await third.transport.next()
    expect(exchange.input.resume).toEqual([
      { interruptId: 'i', ...yes },
      { interruptId: 'j', ...yes },
    ])
    await play(exchange)
    await expect.poll(() => third.thread().decisions.length).toBe(2)
    const fourth = await restart(third)
    expect(fourth.thread()).toMatchObject({ interrupts: [], decisions: [{ delivery: 'accepted' }, {}] })
  })

  it('an answer that was on its way is unconfirmed, and is sent again as it was', async () => {
    const scene = createScene()
    await interrupted(scene, approval('i'))
    void scene.session.answer('i', yes)
    const lost = await scene.transport.next()
    const next = await restart(scene, await kept(scene))
    expect(next.thread().interrupts[0]?.decision?.delivery).toBe('unconfirmed')
    const run = next.session.retry()
    const exchange = await next.transport.next()
    expect(exchange.input.resume).toEqual(lost.input.resume)
    await play(exchange)
    expect(await run).toMatchObject({ kind: 'finished' })
  })

  it('an answer that was about to leave is unconfirmed too, and leaves when it is given or tried again', async () => {
    const scene = createScene()
    await interrupted(scene, approval('i'))
    void scene.session.answer('i', yes)
    await scene.transport.next()
    const queued = (await kept(scene)).replace('"sending"', '"queued"')
    for (const act of ['answer', 'retry'] as const) {
      const next = await restart(scene, queued)
      expect(next.thread().interrupts[0]?.decision?.delivery).toBe('unconfirmed')
      const run = act === 'answer' ? next.session.answer('i', yes) : next.session.retry()
      const exchange = await next.transport.next()
      expect(exchange.input.resume).toEqual([{ interruptId: 'i', ...yes }])
      await play(exchange)
      expect(await run).toMatchObject({ kind: 'finished' })
    }
  })

  it.each([
    ['no JSON', 'garbage {', 'saved-thread-unreadable'],
    ['another program’s data', '{"theme":"dark"}', 'saved-thread-foreign'],
    [
      'another thread',
      JSON.stringify({ kit: 'agui-kit', version: 1, threadId: 'other' }),
      'saved-thread-foreign',
    ],
    [
      'a newer version’s data',
      JSON.stringify({ kit: 'agui-kit', version: 99, threadId: 't' }),
      'saved-thread-unreadable',
    ],
    [
      'half of what we write',
      JSON.stringify({ kit: 'agui-kit', version: 1, threadId: 't', messages: [] }),
      'saved-thread-unreadable',
    ],
  ])('%s under our key is set aside and told, and the thread begins anew', async (_what, text, code) => {
    const persistence = createMemoryPersistence([[KEY, text]])
    const scene = createScene({ persistence })
    await scene.session.start()
    expect(scene.codes()).toEqual([code])
    expect(scene.messages()).toEqual([])
    void scene.session.send('hi')
    await play(await scene.transport.next())
    await expect.poll(() => kept(scene)).toContain('"hi"')
    expect(await persistence.load(`${KEY}~set-aside`)).toBe(text)
  })

  it('a store that cannot be read or written is told, and the thread goes on in memory', async () => {
    const broken = async (): Promise<never> => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const scene = createScene({ persistence: { load: broken, save: broken, remove: broken, keys: broken } })
    const run = scene.session.send('hi')
    await play(await scene.transport.next(), textMessage('m', 'a'))
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(scene.messages()).toHaveLength(2)
    expect(new Set(scene.codes())).toEqual(new Set(['persistence-failed']))
    await scene.session.close()
  })

  it('P-105 a decision that could not be stored is sent all the same, and that is told', async () => {
    const memory = createMemoryPersistence()
    let failing = false
    const scene = createScene({
      persistence: {
        ...memory,
        save: async (key, text) => {
          if (failing) throw new KitError('persistence-failed', 'full')
          await memory.save(key, text)
        },
      },
    })
    await interrupted(scene, approval('i'))
    failing = true
    void scene.session.answer('i', yes)
    expect((await scene.transport.next()).input.resume).toHaveLength(1)
    expect(scene.codes()).toContain('persistence-failed')
  })

  it('a thread that was never read is not written over by a close', async () => {
    const persistence = createMemoryPersistence([[KEY, 'precious']])
    const scene = createScene({ persistence })
    await scene.session.close()
    expect(await persistence.load(KEY)).toBe('precious')
  })

  it('initial messages and state are there only where nothing was saved', async () => {
    const greeting = { id: 'g', role: 'assistant', content: 'How can I help?' } as const
    const scene = createScene({ initialMessages: [greeting], initialState: { n: 0 } })
    expect(scene.messages()).toEqual([greeting])
    expect(scene.session.getServerSnapshot().thread.messages.size).toBe(1)
    void scene.session.send('hi')
    const exchange = await scene.transport.next()
    expect(exchange.input).toMatchObject({ messages: [greeting, { content: 'hi' }], state: { n: 0 } })
    await exchange.push(started(exchange), { type: 'STATE_SNAPSHOT', snapshot: { n: 1 } }, finished(exchange))
    await exchange.end()
    const next = reload(scene, { initialMessages: [{ ...greeting, content: 'other' }] })
    await next.session.start()
    expect(next.messages()).toMatchObject([greeting, { content: 'hi' }])
    expect(next.thread().state).toEqual({ n: 1 })
  })
})
