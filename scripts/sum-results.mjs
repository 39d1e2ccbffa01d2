// Adds up the summaries earlier runners left in `reports/`. One that is missing never came to its end.
import { existsSync } from 'node:fs'
import { readJson } from './lib/build-order.mjs'
import { atRoot } from './lib/root.mjs'
import { summaryLine } from './lib/steps.mjs'

const total = { passed: 0, failed: 0 }
for (const title of process.argv.slice(2)) {
  const file = atRoot('reports', `${title}.summary.json`)
  const { passed, failed } = existsSync(file) ? readJson(file) : { passed: 0, failed: 1 }
  total.passed += passed
  total.failed += failed
}
console.log(summaryLine(total))
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
