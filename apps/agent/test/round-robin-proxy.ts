import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onCleanup } from './harness.ts'

export interface RoundRobinProxy {
  readonly origin: string
  /** Which upstream answered each request, in order. */
  readonly served: readonly string[]
}

/**
 * Sends each request to the next upstream. One that cannot be connected to is passed over; one that dies in
 * the middle of an answer takes the client's connection with it, as a real proxy does.
 */
export async function startRoundRobinProxy(upstreams: readonly string[]): Promise<RoundRobinProxy> {
  const served: string[] = []
  let turn = 0

  const forward = (from: IncomingMessage, body: Buffer, to: ServerResponse, triesLeft: number) => {
    const upstream = upstreams[turn % upstreams.length] ?? ''
    turn += 1
    const target = new URL(from.url ?? '/', upstream)
    const outgoing = request(target, { method: from.method, headers: from.headers }, (answer) => {
      served.push(upstream)
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      to.flushHeaders()
      answer.on('error', () => to.destroy())
      answer.on('close', () => (answer.complete ? to.end() : to.destroy()))
      answer.pipe(to, { end: false })
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && triesLeft > 0) forward(from, body, to, triesLeft - 1)
      else to.destroy()
    })
    to.on('close', () => outgoing.destroy())
    outgoing.end(body)
  }

  const server = createServer((from, to) => {
    const parts: Buffer[] = []
    from.on('data', (part: Buffer) => parts.push(part))
    from.on('end', () => forward(from, Buffer.concat(parts), to, upstreams.length - 1))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onCleanup(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, served }
}
