import { createManualClock } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import type { KitError } from '../error.ts'
import { createAutosave } from './autosave.ts'
import { createMemoryPersistence } from './memory.ts'

function setUp(fault?: Error) {
  const clock = createManualClock()
  const memory = createMemoryPersistence()
  const failures: KitError[] = []
  const gates: (() => void)[] = []
  const log: string[] = []
  let text = 'a'
  const autosave = createAutosave({
    persistence: {
      ...memory,
      save: async (key, saved) => {
        log.push(`begin ${saved}`)
        await new Promise<void>((resolve) => gates.push(resolve))
        if (fault !== undefined) throw fault
        await memory.save(key, saved)
        log.push(`end ${saved}`)
      },
    },
    key: 'k',
    clock,
    text: () => text,
    onFailure: (error) => failures.push(error),
  })
  return {
    autosave,
    clock,
    memory,
    failures,
    log,
    set: (next: string) => {
      text = next
    },
    /** Lets the next write pass, when it has begun. */
    pass: async () => {
      await expect.poll(() => gates.length).toBeGreaterThan(0)
      gates.shift()?.()
    },
  }
}

describe('autosave', () => {
  it('writes once for many changes, within its interval, the text as it is then', async () => {
    const { autosave, clock, log, pass, set } = setUp()
    autosave.soon()
    clock.advance(600)
    autosave.soon()
    set('b')
    expect(log).toEqual([])
    clock.advance(400)
    await pass()
    await expect.poll(() => log).toEqual(['begin b', 'end b'])
    expect(clock.waiting()).toBe(0)
  })

  it('writes one after another, so that an older text never overwrites a newer one', async () => {
    const { autosave, memory, log, pass, set } = setUp()
    const first = autosave.now()
    await expect.poll(() => log).toEqual(['begin a'])
    set('b')
    const second = autosave.now()
    expect(log).toEqual(['begin a'])
    await pass()
    await first
    await pass()
    await second
    expect(log).toEqual(['begin a', 'end a', 'begin b', 'end b'])
    expect(await memory.load('k')).toBe('b')
  })

  it('closing writes what is outstanding, and nothing after', async () => {
    const { autosave, clock, memory, pass, log } = setUp()
    autosave.soon()
    const closed = autosave.close()
    await pass()
    await closed
    expect(await memory.load('k')).toBe('a')
    autosave.soon()
    expect(clock.waiting()).toBe(0)
    expect(log).toHaveLength(2)
  })

  it('closing with nothing outstanding writes nothing', async () => {
    const { autosave, log } = setUp()
    await autosave.close()
    expect(log).toEqual([])
  })

  it('a write that fails is told with its cause, and the next one is tried', async () => {
    const cause = new DOMException('full', 'QuotaExceededError')
    const { autosave, clock, failures, pass } = setUp(cause)
    autosave.soon()
    clock.advance(1_000)
    await pass()
    await expect.poll(() => failures).toMatchObject([{ code: 'persistence-failed', cause }])
    const now = autosave.now()
    await Promise.all([expect(now).rejects.toMatchObject({ code: 'persistence-failed', cause }), pass()])
    autosave.soon()
    await Promise.all([autosave.close(), pass()])
    expect(failures).toHaveLength(2)
  })
})
