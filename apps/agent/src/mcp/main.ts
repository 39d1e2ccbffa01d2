import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startMcpServer } from './server/start-mcp-server.ts'

try {
  const { values } = parseArgs({
    options: {
      'mcp-port': { type: 'string', default: process.env['AGENT_MCP_PORT'] ?? '8788' },
      host: { type: 'string', default: '127.0.0.1' },
      data: { type: 'string', default: fileURLToPath(new URL('../../.data/mcp', import.meta.url)) },
    },
  })
  const port = Number(values['mcp-port'])
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('--mcp-port wants a port number.')
  const server = await startMcpServer({ host: values.host, port, dataDir: values.data, now: Date.now })
  const end = () => void server.close().then(() => process.exit(0))
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  // Whoever reads this line may send a signal at once, so it comes last.
  process.stdout.write(`Order tools (MCP) on ${server.url}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
