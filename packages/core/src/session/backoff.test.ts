import { describe, expect, it } from 'vitest'
import { backoffMs, RETRY_DEFAULTS } from './backoff.ts'

const waits = (random: number): readonly number[] =>
  Array.from({ length: 8 }, (_, n) => backoffMs(n + 1, random, RETRY_DEFAULTS))

describe('the wait before an attempt', () => {
  it('doubles up to the longest, and is spread over its upper half', () => {
    expect(waits(0)).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
    expect(waits(1)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    expect(waits(0.25)).toEqual([313, 625, 1_250, 2_500, 5_000, 10_000, 18_750, 18_750])
  })

  it('stays finite however many attempts there were', () => {
    expect(backoffMs(5_000, 1, RETRY_DEFAULTS)).toBe(30_000)
  })
})
