// npm run conformance -- <cases.json>... [--strict|--tolerant]
// Plays cases of a conformance file through the real session, strict unless told otherwise. One line for each
// that came to something else than it expects; the last line counts.
import { readFile } from 'node:fs/promises'
import type { ConformanceCase } from './lib/conformance/case.ts'
import { judgeCase } from './lib/conformance/judge.ts'

const USAGE = 'usage: npm run conformance -- <cases.json>... [--strict|--tolerant]'

async function failureOf(
  test: ConformanceCase,
  strictness: 'strict' | 'tolerant',
): Promise<string | undefined> {
  try {
    const [difference] = await judgeCase(test, strictness)
    if (difference === undefined) return undefined
    const { key, expected, got } = difference
    return `${key}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`
  } catch (error) {
    return `could not be run: ${error instanceof Error ? error.message : String(error)}`
  }
}

async function readCases(file: string): Promise<readonly ConformanceCase[]> {
  const cases: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (!Array.isArray(cases)) throw new Error('it holds no list of cases')
  return cases as readonly ConformanceCase[]
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
  for (const file of files) {
    try {
      for (const test of await readCases(file)) {
        const failure = await failureOf(test, strictness)
        if (failure === undefined) passed += 1
        else {
          failed += 1
          process.stdout.write(`${test.id} ${test.title}: ${failure}\n`)
        }
      }
    } catch (error) {
      failed += 1
      process.stdout.write(
        `${file} could not be read: ${error instanceof Error ? error.message : String(error)}\n`,
      )
    }
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
