import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { countPlaywright, countVitest, readCounts } from './reports.mjs'

const vitestReport = (over: object = {}): object => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...over,
})

function written(report: unknown): string {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'agui-kit-report-')), 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

it('a test file that could not be loaded is one failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }]
  expect(countVitest(vitestReport({ testResults }))).toEqual({ passed: 3, failed: 1, skipped: 0 })
})

it('a test file with failed tests is no failure of its own', () => {
  const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }]
  expect(countVitest(vitestReport({ numFailedTests: 1, testResults })).failed).toBe(1)
})

it('a flaky browser test and an error outside of the tests are failures', () => {
  const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] }
  expect(countPlaywright(report)).toEqual({ passed: 4, failed: 3, skipped: 2 })
})

it('a command that failed without a failed test is one failure', () => {
  const file = written(vitestReport())
  expect(readCounts(file, countVitest, true).failed).toBe(0)
  expect(readCounts(file, countVitest, false).failed).toBe(1)
})

it('a run of no tests is a failure, and so is a report that was never written', () => {
  expect(readCounts(written(vitestReport({ numPassedTests: 0 })), countVitest, true).failed).toBe(1)
  expect(readCounts('no-such-report.json', countVitest, true)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
