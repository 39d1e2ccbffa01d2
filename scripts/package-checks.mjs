// `npm run check:packages`: what we publish, checked as others will meet it.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from './build.mjs'
import { publishedPackages } from './lib/build-order.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireSupportedNode } from './lib/node-version.mjs'
import { runNpm } from './lib/npm.mjs'
import { atRoot } from './lib/root.mjs'
import { runCommand, runNode } from './lib/run-command.mjs'
import { runSteps, selectSteps } from './lib/steps.mjs'
import { runTool } from './lib/tool.mjs'

async function prepare() {
  return (await ensureInstalled()) ? build() : { ok: false, output: 'npm ci failed.' }
}

const cssEntries = ({ manifest }) =>
  Object.keys(manifest.exports)
    .filter((entry) => entry.endsWith('.css'))
    .map((entry) => entry.replace(/^\.\//, ''))

/** Resolution is judged on the packed file, so that what `files` leaves out is missed here and not by users. */
async function checkResolution(entry) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agui-kit-pack-'))
  try {
    const packed = await runNpm(['pack', '--json', '--pack-destination', folder, '-w', entry.name])
    if (!packed.ok) return packed
    const [{ filename }] = JSON.parse(packed.output.slice(packed.output.indexOf('[')))
    const css = cssEntries(entry)
    const exclusions = css.length > 0 ? ['--exclude-entrypoints', ...css] : []
    return await runTool('@arethetypeswrong/cli#attw', [
      path.join(folder, filename),
      '--profile',
      'esm-only',
      ...exclusions,
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** An install, a build and a test run must leave nothing behind that git would see. */
async function checkCleanTree() {
  const git = ['-c', `safe.directory=${atRoot()}`, 'status', '--porcelain']
  const { ok, output } = await runCommand('git', git)
  return { ok: ok && output.trim() === '', output }
}

const packageSteps = () => [
  { name: 'build', required: true, run: prepare },
  ...publishedPackages().flatMap((entry) => [
    {
      name: `publint:${entry.folder}`,
      run: () => runTool('publint', ['--strict', atRoot('packages', entry.folder)]),
    },
    { name: `attw:${entry.folder}`, run: () => checkResolution(entry) },
    {
      name: `import:${entry.folder}`,
      run: () => runNode([atRoot('scripts/import-smoke.mjs'), atRoot('packages', entry.folder)]),
    },
  ]),
  { name: 'dead-code', run: () => runTool('knip', ['--no-progress']) },
  { name: 'size', run: () => runTool('size-limit', []) },
  { name: 'lock', run: () => runNode([atRoot('scripts/check-lock.mjs')]) },
  // Work in progress is no fault on a developer's machine.
  ...(process.env.CI ? [{ name: 'clean-tree', run: checkCleanTree }] : []),
]

requireSupportedNode()
await runSteps('packages', selectSteps(packageSteps(), process.argv.slice(2)))
