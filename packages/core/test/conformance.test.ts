import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ConformanceCase } from '../../../scripts/lib/conformance/case.ts'
import { judgeCase } from '../../../scripts/lib/conformance/judge.ts'

const cases = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'fixtures/conformance.json'), 'utf8'),
) as readonly ConformanceCase[]

describe('in strict mode, by single events, in one read and by single bytes', () => {
  it.each(cases.map((test) => [test.id, test.title, test] as const))('%s %s', async (_id, _title, test) => {
    expect(await judgeCase(test, 'strict')).toEqual([])
  })
})

describe('in tolerant mode', () => {
  const streams = cases.filter((test) => test.transport === undefined)
  it.each(streams.map((test) => [test.id, test.title, test] as const))(
    '%s %s: comes to the same however it is cut into reads',
    async (_id, _title, test) => {
      const anything = { ...test, expect: {} }
      expect(await judgeCase(anything, 'tolerant')).toEqual([])
    },
  )
})
