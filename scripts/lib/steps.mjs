import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { atRoot } from './root.mjs'

/**
 * A named piece of a check. `run` says whether it is well and what it printed; `counts` replaces the
 * one passed or failed of a plain check by a test run's own numbers.
 * @typedef {{ ok: boolean, output: string, counts?: import('./reports.mjs').Counts }} StepResult
 * @typedef {{ name: string, run: () => Promise<StepResult>, required?: boolean }} Step
 */

const TAIL_LINES = 80

const tail = (output) => stripVTControlCharacters(output).trimEnd().split('\n').slice(-TAIL_LINES).join('\n')

/** `--only unit` also selects `unit:core`; several names are separated by commas. */
export function selectSteps(steps, args) {
  const at = args.indexOf('--only')
  if (at === -1) return steps
  const wanted = (args[at + 1] ?? '').split(',').filter(Boolean)
  const matches = (step, name) => step.name === name || step.name.startsWith(`${name}:`)
  const unknown = wanted.filter((name) => !steps.some((step) => matches(step, name)))
  if (wanted.length === 0 || unknown.length > 0) {
    const names = steps.map((step) => step.name).join(', ')
    console.error(`No step is called ${unknown.join(', ') || '(nothing)'}. Steps: ${names}.`)
    process.exit(2)
  }
  return steps.filter((step) => step.required || wanted.some((name) => matches(step, name)))
}

async function runStep(step) {
  try {
    return await step.run()
  } catch (error) {
    return { ok: false, output: error.stack ?? String(error) }
  }
}

export const summaryLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`

/**
 * Runs all steps in order, going on after a failed one unless it is required by the rest, and ends
 * with the summary as the last line. Keeps the summary in `reports/` for whoever adds several up.
 * @param {string} title
 * @param {readonly Step[]} steps
 */
export async function runSteps(title, steps) {
  const total = { passed: 0, failed: 0 }
  for (const step of steps) {
    const startMs = performance.now()
    const result = await runStep(step)
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
    const counts = result.counts ?? { passed: result.ok ? 1 : 0, failed: result.ok ? 0 : 1, skipped: 0 }
    const failed = counts.failed > 0 || !result.ok
    total.passed += counts.passed
    total.failed += failed ? Math.max(counts.failed, 1) : 0
    if (failed) console.log(tail(result.output))
    console.log(
      `${failed ? 'FAIL' : 'ok  '}  ${step.name.padEnd(18)} ${seconds.padStart(6)} s${detail(result)}`,
    )
    if (failed && step.required) break
  }
  const summary = atRoot('reports', `${title}.summary.json`)
  mkdirSync(path.dirname(summary), { recursive: true })
  writeFileSync(summary, `${JSON.stringify(total)}\n`)
  console.log(summaryLine(total))
  process.exitCode = total.failed > 0 ? 1 : 0
}

function detail({ counts }) {
  if (!counts) return ''
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  return `   ${summaryLine(counts)}${skipped}`
}
