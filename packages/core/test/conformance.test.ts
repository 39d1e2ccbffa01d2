import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ConformanceCase } from '../../../scripts/lib/conformance/case.ts'
import { judgeCase } from '../../../scripts/lib/conformance/judge.ts'

const cases = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'fixtures/conformance.json'), 'utf8'),
) as readonly ConformanceCase[]

/** The protobuf binding is not read yet: such an answer is a failed exchange. */
const isProtobuf = (test: ConformanceCase): boolean => test.transport?.base64 !== undefined

describe('in strict mode, by single events, in one read and by single bytes', () => {
  it.each(cases.filter((test) => !isProtobuf(test)).map((test) => [test.id, test.title, test] as const))(
    '%s %s',
    async (_id, _title, test) => {
      expect(await judgeCase(test, 'strict')).toEqual([])
    },
  )

  it.each(cases.filter(isProtobuf).map((test) => [test.id, test.title, test] as const))(
    '%s %s: refused, not misread',
    async (_id, _title, test) => {
      expect(await judgeCase(test, 'strict')).toContainEqual({ key: 'error', expected: null, got: 'fatal' })
    },
  )
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
