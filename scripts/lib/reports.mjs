import { readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @returns {Counts} */
export function countVitest(report) {
  // A file that could not even be loaded has no tests of its own to fail.
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** @returns {Counts} */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped }
}

/**
 * The counts of a test command, from the report it left. A run that failed without a failed test, or
 * that ran no test at all, is itself one failure.
 * @returns {Counts}
 */
export function readCounts(file, count, commandOk) {
  let counts
  try {
    counts = count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const silentFailure = !commandOk && counts.failed === 0
  const nothingRan = counts.passed + counts.failed === 0
  return silentFailure || nothingRan ? { ...counts, failed: counts.failed + 1 } : counts
}
