/** How a connection that broke is tried again. */
export interface RetryPolicy {
  /** The wait before the first attempt. Defaults to 500 ms. */
  readonly firstMs?: number
  /** No wait is longer, whatever the server asks for. Defaults to 30,000 ms. */
  readonly maxMs?: number
  /** Attempts before the answer is given up as cut. Defaults to 8. */
  readonly maxAttempts?: number
}

export const RETRY_DEFAULTS: Required<RetryPolicy> = { firstMs: 500, maxMs: 30_000, maxAttempts: 8 }

/**
 * The wait before an attempt, counted from 1: doubling, capped, and spread over its upper half, so that many
 * clients of one server that came back do not come all at once.
 *
 * @param random a number from 0 up to 1
 */
export function backoffMs(
  attempt: number,
  random: number,
  { firstMs, maxMs }: Required<RetryPolicy>,
): number {
  const full = Math.min(firstMs * 2 ** (attempt - 1), maxMs)
  return Math.round(full / 2 + (full / 2) * random)
}
