// The class: storage that is slow, full, foreign or shared loses messages, or takes the conversation down.
import { createMemoryPersistence, createWebStoragePersistence, type Persistence } from '@agui-kit/core'
import { textMessage } from '@agui-kit/testing'
import { describe, expect, it, vi } from 'vitest'
import { joinAgent, meet, textsOf, whole } from './live.ts'

const turns = ['one', 'two', 'three'].map((text, at) => whole(textMessage(`m${at}`, text)))

/** A memory whose writes a test can hold back or fail. */
function createUnsteady() {
  const memory = createMemoryPersistence()
  let failing = false
  let gate: Promise<void> | undefined
  let open = (): void => {}
  let writing = 0
  let together = 0
  const persistence: Persistence = {
    ...memory,
    save: async (key, text) => {
      writing += 1
      together = Math.max(together, writing)
      try {
        await gate
        if (failing) throw new DOMException('full', 'QuotaExceededError')
        await memory.save(key, text)
      } finally {
        writing -= 1
      }
    },
  }
  return {
    persistence,
    fail: (on: boolean) => {
      failing = on
    },
    hold: () => {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    release: () => {
      gate = undefined
      open()
    },
    together: () => together,
  }
}

describe('what is kept of a thread', () => {
  it('is the newest although an older write was slow: one at a time, and the last one last', async () => {
    const store = createUnsteady()
    const live = await meet(turns, { persistence: store.persistence })
    await live.session.start()
    store.hold()
    await live.session.send('1')
    await live.session.send('2')
    store.release()
    await live.session.close()
    expect(store.together()).toBe(1)
    const next = joinAgent(live.agent, { persistence: store.persistence })
    await next.session.start()
    expect(next.messages()).toEqual(live.messages())
  })

  it('is whole again at the next change after a write failed, each message once', async () => {
    const store = createUnsteady()
    const live = await meet(turns, { persistence: store.persistence })
    store.fail(true)
    await live.session.send('1')
    store.fail(false)
    await live.session.send('2')
    await live.session.close()
    const next = joinAgent(live.agent, { persistence: store.persistence })
    await next.session.start()
    expect(textsOf(next.messages())).toEqual(['1', 'one', '2', 'two'])
  })

  it('does not matter to a run: with a store that is full it goes on, and that is told', async () => {
    const rejections = vi.fn()
    process.on('unhandledRejection', rejections)
    const store = createUnsteady()
    store.fail(true)
    const live = await meet(turns, { persistence: store.persistence })
    expect(await live.session.send('1')).toMatchObject({ kind: 'finished' })
    expect(await live.session.send('2')).toMatchObject({ kind: 'finished' })
    await live.session.close()
    expect(textsOf(live.messages())).toEqual(['1', 'one', '2', 'two'])
    expect(new Set(live.codes())).toEqual(new Set(['persistence-failed']))
    // Node tells of rejections when the task that made them is over.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', rejections)
    expect(rejections).not.toHaveBeenCalled()
  })

  it.each([
    [
      'throws when it is touched',
      () => {
        throw new DOMException('denied', 'SecurityError')
      },
    ],
    ['is not there', () => undefined as never],
  ])('with a web storage that %s, the thread lives in memory', async (_what, storage) => {
    const live = await meet(turns, { persistence: createWebStoragePersistence({ storage }) })
    expect(await live.session.send('1')).toMatchObject({ kind: 'finished' })
    expect(textsOf(live.messages())).toEqual(['1', 'one'])
    expect(live.codes()).toContain('persistence-failed')
  })

  it('and cannot be read does not keep the thread from beginning, nor is it thrown away', async () => {
    const persistence = createMemoryPersistence([['thread:t', '{"messages":[{"role":']])
    const live = await meet(turns, { persistence })
    expect(await live.session.send('1')).toMatchObject({ kind: 'finished' })
    expect(live.codes()).toEqual(['saved-thread-unreadable'])
    expect(await persistence.load('thread:t~set-aside')).toBe('{"messages":[{"role":')
  })

  it('is apart for each thread and each user, so that no one writes over another', async () => {
    const persistence = createMemoryPersistence()
    const live = await meet(turns, { persistence })
    const others = [
      joinAgent(live.agent, { persistence, threadId: 'u' }),
      joinAgent(live.agent, { persistence, persistencePrefix: 'ann:' }),
    ]
    for (const { session } of [live, ...others]) await session.send(`to ${session.threadId}`)
    for (const { session } of [live, ...others]) await session.close()
    expect((await persistence.keys()).toSorted()).toEqual(['ann:t', 'thread:t', 'thread:u'])
    const again = joinAgent(live.agent, { persistence, threadId: 'u' })
    await again.session.start()
    expect(textsOf(again.messages())).toEqual(['to u', 'two'])
  })
})
