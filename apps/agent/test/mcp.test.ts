import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, it } from 'vitest'
import { startMcpServer } from '../src/mcp/server/start-mcp-server.ts'
import { ofType, onCleanup, outcomeOf, run, says, startAgent, temporaryDir, textOf } from './harness.ts'

const start = async (dataDir: string, port = 0) => {
  const server = await startMcpServer({ host: '127.0.0.1', port, dataDir, now: Date.now })
  onCleanup(server.close)
  return server
}

it('is an MCP server to any MCP client', async () => {
  const { url } = await start(await temporaryDir())
  const client = new Client({ name: 'somebody', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)))
  onCleanup(() => client.close())
  const { tools } = await client.listTools()
  expect(tools.map((tool) => [tool.name, tool.annotations?.destructiveHint])).toEqual([
    ['get_order', false],
    ['list_orders', false],
    ['refund_order', true],
  ])
  const order = await client.callTool({ name: 'get_order', arguments: { orderId: 'A1024' } })
  expect(order.structuredContent).toMatchObject({ total: 128, payment: { cardEnding: '4417' } })
  expect(order.content).toMatchObject([{ type: 'text' }])
  const wrong = await client.callTool({ name: 'refund_order', arguments: { orderId: 'A1024', amount: -1 } })
  expect(wrong.isError).toBe(true)
})

it('does not serve a page that rebound its name to this machine', async () => {
  const { port } = await start(await temporaryDir())
  const { request } = await import('node:http')
  const status = await new Promise((resolve, reject) => {
    const headers = { host: 'evil.example' }
    request({ host: '127.0.0.1', port, path: '/mcp', headers }, (response) => resolve(response.statusCode))
      .once('error', reject)
      .end()
  })
  expect(status).toBe(403)
})

it('is found again by the agent after a restart', async () => {
  const dataDir = await temporaryDir()
  const first = await start(dataDir)
  const { url } = await startAgent({ mcpUrl: first.url })
  await run(url, { messages: [says('look up A1024')] })
  await first.close()

  const without = await run(url, { messages: [says('look up A1024')] })
  expect(ofType(without.events, 'TOOL_CALL_RESULT')[0]?.metadata).toEqual({
    'agui-kit': { isError: true, code: 'tool-error' },
  })
  expect(outcomeOf(without.events)).toEqual({ type: 'success' })

  await start(dataDir, first.port)
  const again = await run(url, { messages: [says('look up A1024')] })
  expect(textOf(again.events)).toContain('Glass storage jar')
})
