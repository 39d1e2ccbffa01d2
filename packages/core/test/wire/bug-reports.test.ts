import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type BugReport,
  isStreamCase,
  judgeReport,
  runBugReport,
} from '../../../../scripts/lib/bug-reports.ts'

const reports = JSON.parse(
  readFileSync(new URL('../fixtures/bug-reports.json', import.meta.url), 'utf8'),
) as readonly BugReport[]

describe('what went wrong with comparable clients', () => {
  const streams = reports.filter(isStreamCase)

  it.each(streams)('does not go wrong here: $id, $class', async (report) => {
    expect(await runBugReport(report)).toBe('passed')
  })

  it('is a stream with something to see in so many cases; the others are about steps, storage or a screen', () => {
    expect([streams.length, reports.length - streams.length]).toEqual([61, 70])
  })

  // A server that answers with something else than a whole event stream, once.
  const served = reports.filter(
    ({ http, actions }) =>
      actions === undefined && (http?.body !== undefined || http?.close?.startsWith('abrupt')),
  )
  it.each(served)('does not go wrong here, as the server answers: $id, $class', async (report) => {
    expect(await judgeReport(report)).toBeUndefined()
  })
})
