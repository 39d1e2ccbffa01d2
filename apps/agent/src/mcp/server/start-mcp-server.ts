import { join } from 'node:path'
import { type Address, type Listening, listen } from '../../listen.ts'
import { createMcpApp } from './mcp-app.ts'
import { createOrderStore } from './order-store.ts'
import { createOrderTools } from './tools.ts'

export interface McpServerOptions extends Address {
  readonly dataDir: string
  readonly now: () => number
}

/** Starts the order tools on their own port; `url` of the result ends in `/mcp`. */
export async function startMcpServer(options: McpServerOptions): Promise<Listening> {
  const orders = createOrderStore(join(options.dataDir, 'orders.json'), options.now)
  const loopbackOnly = ['127.0.0.1', 'localhost', '::1'].includes(options.host)
  const mcp = createMcpApp(createOrderTools(orders), { loopbackOnly })
  const server = await listen(mcp.app, options, '--mcp-port')
  return {
    ...server,
    url: `${server.url}/mcp`,
    close: async () => {
      await mcp.close()
      await server.close()
    },
  }
}
