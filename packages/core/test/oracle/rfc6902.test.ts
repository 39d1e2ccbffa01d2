import { applyJsonPatch, type JsonPatch } from '@agui-kit/core'
import { stateDelta, stateSnapshot } from '@agui-kit/testing'
import specTests from 'json-patch-test-suite/spec_tests.json' with { type: 'json' }
import tests from 'json-patch-test-suite/tests.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../frozen.ts'
import { takeReads } from './stream.ts'

interface SuiteCase {
  readonly comment?: string
  readonly doc: unknown
  readonly patch: JsonPatch
  readonly expected?: unknown
  readonly error?: string
  readonly disabled?: boolean
}

const cases = Object.entries({ tests, specTests } as unknown as Record<string, readonly SuiteCase[]>).flatMap(
  ([list, suite]) =>
    suite
      .filter((test) => test.disabled !== true)
      .map((test, at) => ({ ...test, name: `${list} ${at}: ${test.comment ?? test.error ?? ''}` })),
)

describe('the public JSON Patch suite', () => {
  it('is there', () => expect(cases.length).toBeGreaterThan(90))

  it.each(cases)('$name, on frozen values', (test) => {
    const doc = deepFreeze(structuredClone(test.doc))
    const result = applyJsonPatch(doc, deepFreeze(structuredClone(test.patch)))
    expect(result.ok).toBe(test.error === undefined)
    if (result.ok && 'expected' in test) expect(result.value).toEqual(test.expected)
    expect(doc).toEqual(test.doc)
  })

  it.each(cases)('$name, as a state of a run', (test) => {
    const started = { type: 'RUN_STARTED', threadId: 't', runId: 'r' }
    const { thread, fatal } = takeReads([[started], [stateSnapshot(test.doc)], [stateDelta(test.patch)]])
    // What breaks the grammar of a patch fails the run, an op that is none is left out (P-88), and what does
    // not apply leaves the state as it was (P-87); none of it without a word.
    if (test.error === undefined) expect([fatal, thread.issues]).toEqual([undefined, []])
    else expect([fatal, ...thread.issues]).not.toEqual([undefined])
    expect(thread.state).toEqual(test.error === undefined && 'expected' in test ? test.expected : test.doc)
  })
})
