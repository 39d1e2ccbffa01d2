import { readdirSync, rmSync } from 'node:fs'
import { build } from '../build.mjs'
import { ensureBrowser } from '../find-browser.mjs'
import { ensureRedis } from '../find-redis.mjs'
import { ensureInstalled } from './install.mjs'
import { countPlaywright, countVitest, readCounts } from './reports.mjs'
import { atRoot } from './root.mjs'
import { runNode } from './run-command.mjs'
import { runScript, runTool } from './tool.mjs'

const TYPES_TIMEOUT_MS = 3 * 60_000
const UNIT_TIMEOUT_MS = 10 * 60_000
const BROWSER_TIMEOUT_MS = 12 * 60_000

const compiler = 'typescript7#tsc'

async function installStep() {
  return (await ensureInstalled()) ? { ok: true, output: '' } : { ok: false, output: 'npm ci failed.' }
}

async function checkTypesOfPackages() {
  const folders = readdirSync(atRoot('packages'))
  const results = []
  for (const folder of folders) {
    results.push(await runTool(compiler, ['-p', `packages/${folder}`], { timeoutMs: TYPES_TIMEOUT_MS }))
  }
  return { ok: results.every((result) => result.ok), output: results.map((result) => result.output).join('') }
}

/** Runs a test command that leaves a JSON report, and takes the step's numbers from that report. */
async function runCounted(reportName, count, command) {
  const report = atRoot('reports', reportName)
  rmSync(report, { force: true })
  const { ok, output } = await command(report)
  const counts = readCounts(report, count, ok)
  return { ok: counts.failed === 0, output, counts }
}

async function unitTests() {
  // A contributor without Redis still gets a run that says something; CI has no such excuse.
  const withoutRedis = !(await ensureRedis()) && !process.env.CI
  if (withoutRedis) {
    console.log('      no redis-server here and none could be installed: what needs one is left out')
  }
  return runCounted('unit.json', countVitest, (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    return runTool('vitest', ['run', ...reporters], {
      timeoutMs: UNIT_TIMEOUT_MS,
      env: withoutRedis ? { AGUI_KIT_WITHOUT_REDIS: '1' } : {},
    })
  })
}

const noBrowser = () =>
  process.env.CHROMIUM
    ? `CHROMIUM is ${process.env.CHROMIUM}, and that is no browser that starts.`
    : 'No browser was found, and none could be installed. Set CHROMIUM to the path of one.'

async function browserTests() {
  const built = await build()
  if (!built.ok) return built
  const browser = await ensureBrowser()
  if (!browser) return { ok: false, output: noBrowser() }
  console.log(`      browser: ${browser}`)
  return runCounted('browser.json', countPlaywright, () =>
    runTool('@playwright/test#playwright', ['test'], {
      env: { CHROMIUM: browser },
      timeoutMs: BROWSER_TIMEOUT_MS,
    }),
  )
}

/** @returns {readonly import('./steps.mjs').Step[]} */
export const testSteps = () => [
  { name: 'install', required: true, run: installStep },
  { name: 'format', run: () => runTool('@biomejs/biome#biome', ['ci', '--colors=off']) },
  { name: 'lint', run: () => runTool('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'types', run: () => runTool(compiler, ['-p', 'tsconfig.json'], { timeoutMs: TYPES_TIMEOUT_MS }) },
  { name: 'types:packages', run: checkTypesOfPackages },
  { name: 'lock', run: () => runNode([atRoot('scripts/check-lock.mjs')]) },
  { name: 'text', run: () => runNode([atRoot('scripts/check-text.mjs')]) },
  { name: 'layers', run: () => runScript('scripts/check-layers.ts') },
  { name: 'rules', run: () => runScript('scripts/check-rules.ts') },
  { name: 'snippets', run: () => runScript('scripts/check-snippets.ts') },
  { name: 'unit', run: unitTests },
  { name: 'build', run: () => build() },
  { name: 'browser', run: browserTests },
]
