// Builds the packages and the demo page; what is already built from the present sources is left alone.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { publishedPackages } from './lib/build-order.mjs'
import { fingerprint } from './lib/fingerprint.mjs'
import { isMain } from './lib/is-main.mjs'
import { atRoot } from './lib/root.mjs'
import { runTool } from './lib/tool.mjs'

const BUILD_TIMEOUT_MS = 3 * 60_000
const stampFile = (name) => atRoot('node_modules/.cache/agui-kit', `${name}.build`)

const packageTargets = () =>
  publishedPackages().map(({ folder }) => ({
    name: folder,
    folder: atRoot('packages', folder),
    inputs: [atRoot('packages', folder), atRoot('tsconfig.base.json'), atRoot('package-lock.json')],
    command: ['tsdown', []],
  }))

const pageTarget = () => ({
  name: 'demo',
  folder: atRoot('apps/demo'),
  // The page takes in the packages' sources or their builds; either way a change of source is a change.
  inputs: [
    atRoot('apps/demo'),
    atRoot('packages'),
    atRoot('tsconfig.base.json'),
    atRoot('package-lock.json'),
  ],
  command: ['vite', ['build']],
})

/** Inputs and outputs both count: a folder built by hand from other sources is stale too. */
function stampOf(target) {
  const output = path.join(target.folder, 'dist')
  return existsSync(output) ? `${fingerprint(target.inputs)} ${fingerprint([output])}` : undefined
}

function isFresh(target) {
  const stamp = stampOf(target)
  return (
    stamp !== undefined &&
    existsSync(stampFile(target.name)) &&
    readFileSync(stampFile(target.name), 'utf8') === stamp
  )
}

async function buildTarget(target) {
  const { ok, output } = await runTool(...target.command, { cwd: target.folder, timeoutMs: BUILD_TIMEOUT_MS })
  if (ok) {
    mkdirSync(path.dirname(stampFile(target.name)), { recursive: true })
    writeFileSync(stampFile(target.name), stampOf(target) ?? '')
  }
  return { ok, output }
}

/** Stops at the first target that does not build; `onBuild` hears the name of each one that is built. */
export async function build({ onBuild = () => {} } = {}) {
  for (const target of [...packageTargets(), pageTarget()]) {
    if (isFresh(target)) continue
    onBuild(target.name)
    const result = await buildTarget(target)
    if (!result.ok) return { ok: false, output: `${target.name} did not build.\n${result.output}` }
  }
  return { ok: true, output: '' }
}

if (isMain(import.meta.url)) {
  const { ok, output } = await build({ onBuild: (name) => console.log(`Building ${name} …`) })
  if (!ok) console.error(output.trimEnd())
  process.exitCode = ok ? 0 : 1
}
