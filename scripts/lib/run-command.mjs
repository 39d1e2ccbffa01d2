import { spawn } from 'node:child_process'
import { root } from './root.mjs'

const MAX_OUTPUT_CHARS = 4_000_000
const running = new Set()

/** Ends a child and everything it started: each child leads its own process group. */
function killGroup(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // Already gone.
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

function endAll(signal) {
  for (const child of running) killGroup(child, 'SIGKILL')
  process.exit(signal === 'SIGINT' ? 130 : 143)
}

// Signals are ours only while a command runs: between commands whoever called decides what they mean.
function track(child) {
  if (running.size === 0) for (const signal of SIGNALS) process.on(signal, endAll)
  running.add(child)
}

function untrack(child) {
  running.delete(child)
  if (running.size === 0) for (const signal of SIGNALS) process.off(signal, endAll)
}

/**
 * Runs one command to its end and keeps what it said. Never rejects: a command that cannot be started
 * or takes too long is a failed command.
 */
export function runCommand(command, args, { cwd = root, env = {}, timeoutMs = 120_000, echo = false } = {}) {
  return new Promise((resolve) => {
    let output = ''
    let timedOut = false
    const child = spawn(command, args, {
      cwd,
      // Colours would be noise in a kept output, and Node warns when both variables are set.
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    })
    track(child)
    const timer = setTimeout(() => {
      timedOut = true
      killGroup(child, 'SIGKILL')
    }, timeoutMs)
    const collect = (stream, sink) =>
      stream.setEncoding('utf8').on('data', (text) => {
        if (echo) sink.write(text)
        output = (output + text).slice(-MAX_OUTPUT_CHARS)
      })
    collect(child.stdout, process.stdout)
    collect(child.stderr, process.stderr)
    const end = (ok, note) => {
      clearTimeout(timer)
      untrack(child)
      resolve({ ok, output: note ? `${output}\n${note}` : output })
    }
    child.on('error', (error) => end(false, `${command} could not be started: ${error.message}`))
    // What a command left running would hold its streams open, and ports, into the steps after it.
    child.on('exit', () => killGroup(child, 'SIGKILL'))
    child.on('close', (code, signal) => {
      if (timedOut) end(false, `${command} was ended after ${timeoutMs / 1000} s without finishing.`)
      else end(code === 0, code === 0 ? '' : `${command} ended with ${signal ?? `exit code ${code}`}.`)
    })
  })
}

/** The same for a JavaScript file under the current Node. */
export const runNode = (args, options) => runCommand(process.execPath, args, options)
