import { isDeepStrictEqual } from 'node:util'
import type { CaseExpectation, CaseOutcome, ConformanceCase } from './case.ts'
import type { Delivery } from './deliver.ts'
import { playCase } from './play.ts'

/** What a case got where it expected something else. */
export interface Difference {
  readonly key: string
  readonly expected: unknown
  readonly got: unknown
}

const DELIVERIES: readonly Delivery[] = ['event-per-read', 'one-read', 'bytewise']

/** Plays a case in every delivery. Empty when it came to what it expects, the same each time. */
export async function judgeCase(
  test: ConformanceCase,
  strictness: 'strict' | 'tolerant',
): Promise<readonly Difference[]> {
  // A raw response is delivered as it is written down, once.
  const deliveries = test.transport === undefined ? DELIVERIES : DELIVERIES.slice(0, 1)
  const differences: Difference[] = []
  let first: CaseOutcome | undefined
  for (const delivery of deliveries) {
    const outcome = await playCase(test, delivery, strictness)
    first ??= outcome
    differences.push(...unmet(test.expect, outcome))
    if (!isDeepStrictEqual(outcome, first)) {
      differences.push({ key: `delivery ${delivery}`, expected: first, got: outcome })
    }
    if (differences.length > 0) break
  }
  return differences
}

/** What of an expectation an outcome does not meet. */
export function unmet(expect: CaseExpectation, outcome: CaseOutcome): readonly Difference[] {
  const differences: Difference[] = []
  const hold = (key: keyof CaseExpectation, meets: (expected: unknown, got: unknown) => boolean): void => {
    if (!Object.hasOwn(expect, key) || meets(expect[key], outcome[key])) return
    differences.push({ key, expected: expect[key], got: outcome[key] })
  }
  hold('error', Object.is)
  hold('outcome', Object.is)
  hold('messages', matches)
  hold('state', matches)
  hold('interrupts', matches)
  hold('pendingToolCallIds', matches)
  // The exact count is a matter of taste; that there is something to report is not.
  hold('warnings', (expected, got) => (expected === 0) === (got === 0))
  hold('sent', Object.is)
  hold('request', isSubset)
  return differences
}

/** Deep equality in which an expected `"*"` stands for any value. */
function matches(expected: unknown, got: unknown): boolean {
  if (expected === '*') return got !== undefined
  if (typeof expected !== 'object' || expected === null) return Object.is(expected, got)
  if (typeof got !== 'object' || got === null || Array.isArray(expected) !== Array.isArray(got)) return false
  const keys = Object.keys(expected)
  return (
    keys.length === Object.keys(got).length &&
    keys.every((key) => Object.hasOwn(got, key) && matches(at(expected, key), at(got, key)))
  )
}

function isSubset(expected: unknown, got: unknown): boolean {
  return Object.keys(expected as object).every(
    (key) => typeof got === 'object' && got !== null && matches(at(expected, key), at(got, key)),
  )
}

function at(value: unknown, key: string): unknown {
  return (value as Record<string, unknown>)[key]
}
