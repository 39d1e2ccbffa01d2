import { mkdtempSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { isSupportedNode } from './node-version.mjs'
import { runCommand, runNode } from './run-command.mjs'

/** A process that has ended but that nobody has asked about yet still has a number; it does not live. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    return error instanceof Error && error.message.includes('/proc/') && process.platform !== 'linux'
  }
}

it('keeps what a command said on both streams, and how it ended', async () => {
  const said = await runNode(['-e', 'console.log("out"); console.error("err")'])
  expect(said.ok).toBe(true)
  expect(said.output).toContain('out')
  expect(said.output).toContain('err')
  expect(await runNode(['-e', 'process.exit(3)'])).toMatchObject({
    ok: false,
    output: expect.stringContaining('exit code 3'),
  })
})

it('a command that does not exist is a failed command', async () => {
  expect(await runCommand('no-such-command-here', [])).toMatchObject({ ok: false })
})

it('a command is over when it ends, and what it left running is ended', async () => {
  const program = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
    child.unref()
    console.log('left ' + child.pid)`
  const { ok, output } = await runNode(['-e', program])
  expect(ok).toBe(true)
  const left = Number(/left (\d+)/.exec(output)?.[1])
  await expect.poll(() => isAlive(left), { timeout: 5_000 }).toBe(false)
})

it('a command that takes too long is ended together with what it started', async () => {
  const pidFile = path.join(mkdtempSync(path.join(os.tmpdir(), 'agui-kit-run-')), 'pid')
  const program = `
    const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(child.pid))
    setInterval(() => {}, 1000)`
  const { ok, output } = await runNode(['-e', program], { timeoutMs: 6_000 })
  expect(ok).toBe(false)
  expect(output).toContain('after 6 s')
  const grandchild = Number(readFileSync(pidFile, 'utf8'))
  await expect.poll(() => isAlive(grandchild), { timeout: 5_000 }).toBe(false)
})

it.each([
  ['v20.19.0', true],
  ['v20.20.2', true],
  ['v22.0.0', true],
  ['v20.18.9', false],
  ['v18.20.0', false],
])('Node %s is supported: %s', (version, supported) => {
  expect(isSupportedNode(version)).toBe(supported)
})
