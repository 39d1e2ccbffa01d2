// npm run conformance -- <cases.json>... [--strict|--tolerant]
// Plays cases of a conformance file through the real session, strict unless told otherwise; those of a file of
// bug reports always tolerant. One line for each that came to something else than it expects; the last line counts.
import { readFile } from 'node:fs/promises'
import { type BugReport, isBugReport, runBugReport } from './lib/bug-reports.ts'
import type { ConformanceCase } from './lib/conformance/case.ts'
import { type Difference, judgeCase } from './lib/conformance/judge.ts'

const USAGE = 'usage: npm run conformance -- <cases.json>... [--strict|--tolerant]'

type Verdict = 'passed' | 'left' | { readonly failure: string }

async function verdictOn(
  test: ConformanceCase | BugReport,
  strictness: 'strict' | 'tolerant',
): Promise<Verdict> {
  try {
    if (!isBugReport(test)) return toVerdict((await judgeCase(test, strictness))[0] ?? 'passed')
    return toVerdict(await runBugReport(test))
  } catch (error) {
    return { failure: `could not be run: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function toVerdict(result: 'passed' | 'left' | Difference): Verdict {
  if (typeof result === 'string') return result
  const { key, expected, got } = result
  return { failure: `${key}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}` }
}

async function readCases(file: string): Promise<readonly (ConformanceCase | BugReport)[]> {
  const cases: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (!Array.isArray(cases)) throw new Error('it holds no list of cases')
  return cases as readonly (ConformanceCase | BugReport)[]
}

async function main(args: readonly string[]): Promise<number> {
  const files = args.filter((arg) => !arg.startsWith('--'))
  const unknown = args.find((arg) => arg.startsWith('--') && arg !== '--strict' && arg !== '--tolerant')
  if (files.length === 0 || unknown !== undefined) {
    const complaint = unknown === undefined ? '' : `conformance: there is no option ${unknown}\n`
    process.stderr.write(`${complaint}${USAGE}\n`)
    return 2
  }
  const strictness = args.includes('--tolerant') ? 'tolerant' : 'strict'
  let passed = 0
  let failed = 0
  let left: number | undefined
  for (const file of files) {
    try {
      for (const test of await readCases(file)) {
        if (isBugReport(test)) left ??= 0
        const verdict = await verdictOn(test, strictness)
        if (verdict === 'passed') passed += 1
        else if (verdict === 'left') left = (left ?? 0) + 1
        else {
          failed += 1
          process.stdout.write(
            `${test.id} ${isBugReport(test) ? test.class : test.title}: ${verdict.failure}\n`,
          )
        }
      }
    } catch (error) {
      failed += 1
      process.stdout.write(
        `${file} could not be read: ${error instanceof Error ? error.message : String(error)}\n`,
      )
    }
  }
  if (left !== undefined) process.stdout.write(`${left} cases of bug reports are left to other tests\n`)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
