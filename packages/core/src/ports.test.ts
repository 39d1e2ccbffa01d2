import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRandomIds, createSystemClock } from './ports.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the clock of the machine', () => {
  it('runs by timers where there are no frames, and takes them back', () => {
    vi.useFakeTimers()
    const clock = createSystemClock()
    const run = vi.fn()
    clock.onFrame(run)
    clock.after(5, run)
    clock.onFrame(run)()
    clock.after(5, run)()
    vi.advanceTimersByTime(1_000)
    expect(run).toHaveBeenCalledTimes(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('runs at the frame, once, and by a timer when a tab that is hidden gets none', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let frame: (() => void) | undefined
    vi.stubGlobal('document', { visibilityState: 'visible' })
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
      frame = run
      return 1
    })
    vi.stubGlobal('cancelAnimationFrame', () => {})
    const clock = createSystemClock()
    const run = vi.fn()
    clock.onFrame(run)
    frame?.()
    vi.advanceTimersByTime(1_000)
    expect(run).toHaveBeenCalledTimes(1)
    clock.onFrame(run)
    vi.advanceTimersByTime(250)
    frame?.()
    expect(run).toHaveBeenCalledTimes(2)
    clock.onFrame(run)()
    frame?.()
    vi.advanceTimersByTime(1_000)
    expect(run).toHaveBeenCalledTimes(2)
  })
})

it('random ids are 32 hexadecimal digits, each another', () => {
  const ids = createRandomIds()
  const made = Array.from({ length: 100 }, ids)
  expect(new Set(made).size).toBe(100)
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{32}$/)
})
