import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { atRoot, root } from './root.mjs'

const STOP_TIMEOUT_MS = 5_000
const MAX_OUTPUT_CHARS = 20_000
const endWithParent = pathToFileURL(atRoot('scripts/lib/end-with-parent.mjs')).href

/**
 * Starts a server as a child that ends with us. `ended` resolves when it has ended, for whatever
 * reason; `stop` asks it to end and insists after a while.
 */
export function startServer(args, { cwd = root, env = {} } = {}) {
  const child = spawn(process.execPath, ['--import', endWithParent, ...args], {
    cwd,
    env: { ...process.env, ...env },
    // A group of its own: Ctrl-C reaches only us, and we end the servers in our own order.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-MAX_OUTPUT_CHARS)
    })
  }
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve()
    })
    child.once('close', () => resolve())
  })
  const stop = async () => {
    const insist = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    child.kill('SIGTERM')
    await ended
    clearTimeout(insist)
  }
  return { ended, stop, output: () => output }
}
