import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

export interface RedisServer {
  readonly url: string
  readonly child: ChildProcess
  readonly stop: () => Promise<void>
}

const MISSING =
  'These tests need a real Redis: redis-server was not found on PATH. Install it (Debian: apt-get install redis-server).'

/** A Redis of our own, in memory alone. It takes no port 0, so a free one is looked for and tried. */
export async function startRedis(tries = 5): Promise<RedisServer> {
  const port = await freePort()
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const isUp = await new Promise<boolean>((resolve, reject) => {
    child.once('error', (cause: NodeJS.ErrnoException) =>
      reject(cause.code === 'ENOENT' ? new Error(MISSING, { cause }) : cause),
    )
    child.once('exit', () => resolve(false))
    child.stdout.on('data', () => {
      if (output.includes('Ready to accept connections')) resolve(true)
    })
  })
  if (!isUp) {
    if (tries > 1) return startRedis(tries - 1)
    throw new Error(`redis-server ended at once.\n${output}`)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    child,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
