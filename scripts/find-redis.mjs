// Whether the tests that need a real Redis can have one; installs it where that takes no asking.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from './lib/run-command.mjs'

const FETCH_TIMEOUT_MS = 6 * 60_000

/** Whether `redis-server` is on the PATH. */
export function hasRedis() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.some((folder) => folder !== '' && existsSync(path.join(folder, 'redis-server')))
}

/** Installs Debian's redis-server when this is root on such a system. Gives whether there is one then. */
export async function ensureRedis() {
  if (hasRedis()) return true
  if (process.platform !== 'linux' || process.getuid() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => runCommand('apt-get', args, { env, timeoutMs: FETCH_TIMEOUT_MS })
  for (let attempt = 0; attempt < 2 && !hasRedis(); attempt += 1) {
    await apt('update')
    await apt('install', '-y', '--no-install-recommends', 'redis-server')
  }
  return hasRedis()
}
