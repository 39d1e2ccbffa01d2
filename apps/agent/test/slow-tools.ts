import { join } from 'node:path'
import { listen } from '../src/listen.ts'
import { createMcpApp } from '../src/mcp/server/mcp-app.ts'
import { createOrderStore } from '../src/mcp/server/order-store.ts'
import { createOrderTools } from '../src/mcp/server/tools.ts'

/** The real tool server, but `refund_order` waits in front of its store until it is released. */
export async function startSlowTools(dataDir: string) {
  const gate = withResolvers<boolean>()
  const arrived = withResolvers<void>()
  let calls = 0
  const tools = createOrderTools(createOrderStore(join(dataDir, 'mcp', 'orders.json'), Date.now))
  const slow = tools.map((tool) =>
    tool.name === 'refund_order'
      ? {
          ...tool,
          call: async (args: unknown, signal: AbortSignal) => {
            calls += 1
            arrived.resolve()
            const isLetThrough = await gate.promise
            if (!isLetThrough || signal.aborted) return { content: [], isError: true }
            return tool.call(args, signal)
          },
        }
      : tool,
  )
  const mcp = createMcpApp(slow, { loopbackOnly: true })
  const server = await listen(mcp.app, { host: '127.0.0.1', port: 0 }, '--mcp-port')
  return {
    url: `${server.url}/mcp`,
    /** A refund has reached the tool server. */
    arrived: arrived.promise,
    /** How many refunds have reached it. */
    calls: () => calls,
    release: () => gate.resolve(true),
    close: async () => {
      gate.resolve(false)
      await mcp.close()
      await server.close()
    },
  }
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
