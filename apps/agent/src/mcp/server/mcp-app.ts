import { randomUUID } from 'node:crypto'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js'
import { Hono } from 'hono'
import * as z from 'zod'
import type { OrderTool } from './tools.ts'

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

export interface McpApp {
  readonly app: Hono
  readonly close: () => Promise<void>
}

/** The tools behind Streamable HTTP at `/mcp`, one transport a session. */
export function createMcpApp(
  tools: readonly OrderTool[],
  options: { readonly loopbackOnly: boolean },
): McpApp {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  const app = new Hono()

  const open = async (): Promise<WebStandardStreamableHTTPServerTransport> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (sessionId) => {
        sessions.set(sessionId, transport)
      },
      onsessionclosed: (sessionId) => {
        sessions.delete(sessionId)
      },
    })
    await createToolServer(tools).connect(transport)
    return transport
  }

  app.all('/mcp', async (c) => {
    // A page that rebinds its name to this machine still sends its own name here.
    if (options.loopbackOnly && !LOOPBACK.test(c.req.header('host') ?? '')) return c.text('Forbidden', 403)
    const sessionId = c.req.header('mcp-session-id')
    const transport = sessionId === undefined ? await open() : sessions.get(sessionId)
    if (transport === undefined) {
      const error = { code: -32001, message: 'Session not found' }
      return c.json({ jsonrpc: '2.0', error, id: null }, 404)
    }
    return transport.handleRequest(c.req.raw)
  })

  return {
    app,
    close: async () => {
      await Promise.all([...sessions.values()].map((transport) => transport.close()))
      sessions.clear()
    },
  }
}

function createToolServer(tools: readonly OrderTool[]): Server {
  const server = new Server({ name: 'agui-kit-orders', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(toListing) }))
  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    const tool = tools.find((candidate) => candidate.name === request.params.name)
    if (tool === undefined) {
      return { content: [{ type: 'text', text: `There is no tool ${request.params.name}.` }], isError: true }
    }
    return tool.call(request.params.arguments, extra.signal)
  })
  return server
}

const toListing = (tool: OrderTool): Tool => ({
  name: tool.name,
  description: tool.description,
  inputSchema: toObjectSchema(tool.input),
  outputSchema: toObjectSchema(tool.output),
  annotations: { ...tool.annotations, idempotentHint: true, openWorldHint: false },
})

function toObjectSchema(schema: z.ZodObject): Tool['inputSchema'] {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return { ...rest, type: 'object' } as Tool['inputSchema']
}
