/** What a contract suite needs of a test runner; vitest's `{ describe, it, expect }` fits. */
export interface TestApi {
  readonly describe: (name: string, body: () => void) => unknown
  readonly it: (name: string, body: () => Promise<void>) => unknown
  readonly expect: (value: unknown) => Expectation
}

/** The few matchers the suites use. */
export interface Expectation {
  readonly toBe: (expected: unknown) => void
  readonly toEqual: (expected: unknown) => void
  readonly toMatchObject: (expected: object) => void
}
