import { statSync } from 'node:fs'
import { runNpm } from './npm.mjs'
import { atRoot } from './root.mjs'

const INSTALL_TIMEOUT_MS = 10 * 60_000

const modifiedMs = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs

/** npm writes the hidden lock last, so its absence also tells of an install that was cut short. */
export function needsInstall(
  lock = atRoot('package-lock.json'),
  installed = atRoot('node_modules/.package-lock.json'),
) {
  const installedMs = modifiedMs(installed)
  return installedMs === undefined || (modifiedMs(lock) ?? 0) > installedMs
}

/** Installs exactly what the lock says when that is not there yet; returns whether it is there now. */
export async function ensureInstalled() {
  if (!needsInstall()) return true
  console.log('Installing dependencies (npm ci) …')
  const install = () =>
    runNpm(['ci', '--ignore-scripts', '--no-fund', '--no-audit'], { timeoutMs: INSTALL_TIMEOUT_MS })
  let result = await install()
  if (!result.ok) {
    console.log('The install failed; trying once more …')
    result = await install()
  }
  if (!result.ok) console.error(result.output.trimEnd())
  return result.ok
}
