import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'

export interface Listening {
  readonly url: string
  readonly port: number
  readonly close: () => Promise<void>
}

export interface Address {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
}

/** The port is taken by something else; `flag` is how another one is chosen. */
export class PortBusyError extends Error {
  override readonly name = 'PortBusyError'
  constructor(port: number, flag: string) {
    super(`Port ${port} is already in use. Choose another with ${flag} <number>, or stop what holds it.`)
  }
}

/** `graceMs` is how long answers under way may take to end by themselves when it is closed. */
export function listen(app: Hono, address: Address, flag: string, graceMs = 0): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortBusyError(address.port, flag) : error)
    })
    server.listen(address.port, address.host, () => {
      const { port } = server.address() as AddressInfo
      const host = address.host.includes(':') ? `[${address.host}]` : address.host
      resolve({
        port,
        url: `http://${host}:${port}`,
        close: () =>
          new Promise((done) => {
            const cut = () => 'closeAllConnections' in server && server.closeAllConnections()
            const timer = setTimeout(cut, graceMs)
            server.close(() => {
              clearTimeout(timer)
              done()
            })
            if ('closeIdleConnections' in server) server.closeIdleConnections()
            if (graceMs === 0) cut()
          }),
      })
    })
  })
}
