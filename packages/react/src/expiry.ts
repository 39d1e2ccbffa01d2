/** How an interrupt's deadline stands. */
export interface Expiry {
  /** The deadline by the server's clock, in epoch milliseconds; absent when there is none. */
  readonly expiresAtMs?: number
  /** Never below 0; absent when there is no deadline. */
  readonly remainingMs?: number
  readonly expired: boolean
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** Longer waits overflow a browser's timer and would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * How long to wait before a countdown shows something else: to the next whole second, or minute beyond an
 * hour; to the deadline itself while nobody looks. `undefined` once it has passed.
 */
export function nextTickMs(remainingMs: number, isVisible: boolean): number | undefined {
  if (remainingMs <= 0) return undefined
  if (!isVisible) return Math.min(remainingMs, LONGEST_TIMER_MS)
  const unitMs = remainingMs > HOUR_MS ? MINUTE_MS : SECOND_MS
  return remainingMs % unitMs || unitMs
}
