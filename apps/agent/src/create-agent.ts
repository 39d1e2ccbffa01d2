import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { AGENT_PATH, createHttpApp } from './http.ts'
import { listen } from './listen.ts'
import type { ChatModelOptions } from './llm/chat-model.ts'
import { createChatPlanner } from './llm/chat-planner.ts'
import { startMcpServer } from './mcp/server/start-mcp-server.ts'
import { createToolClient } from './mcp/tool-client.ts'
import { createScriptedPlanner } from './planner/scripted-planner.ts'
import { createRunRegistry } from './runs/run-registry.ts'
import { createThreadStore } from './threads/thread-store.ts'

export interface AgentOptions {
  /** Where threads and orders are kept. */
  readonly dataDir: string
  readonly host?: string
  /** 0, the default here, picks a free one. */
  readonly port?: number
  readonly mcpPort?: number
  /** An MCP server elsewhere; without it the order tools are started here. */
  readonly mcpUrl?: string
  readonly mcpTimeoutMs?: number
  /** Time between two pieces of streamed text. */
  readonly paceMs?: number
  readonly approvalTtlMs?: number
  readonly heartbeatMs?: number
  readonly retryMs?: number
  readonly maxResultChars?: number
  readonly corsOrigins?: readonly string[]
  /** With a chat model the plans are its own; without one the built-in planner makes them. */
  readonly model?: ChatModelOptions
  readonly now?: () => number
  readonly newUuid?: () => string
  readonly onFault?: (error: unknown) => void
}

export interface RunningAgent {
  /** The endpoint that takes RunAgentInput. */
  readonly url: string
  readonly origin: string
  readonly mcpUrl: string
  readonly close: () => Promise<void>
}

export async function createAgent(options: AgentOptions): Promise<RunningAgent> {
  const { dataDir, host = '127.0.0.1', now = Date.now } = options
  const mcpAddress = { host: '127.0.0.1', port: options.mcpPort ?? 0 }
  const mcpServer =
    options.mcpUrl === undefined
      ? await startMcpServer({ ...mcpAddress, dataDir: join(dataDir, 'mcp'), now })
      : undefined
  const mcpUrl = options.mcpUrl ?? mcpServer?.url ?? ''
  const tools = createToolClient({ url: mcpUrl, timeoutMs: options.mcpTimeoutMs ?? 8_000 })
  const registry = createRunRegistry()
  const app = createHttpApp({
    registry,
    heartbeatMs: options.heartbeatMs ?? 10_000,
    retryMs: options.retryMs ?? 2_000,
    corsOrigins: options.corsOrigins ?? [],
    context: {
      store: createThreadStore(dataDir),
      tools,
      planner: options.model === undefined ? createScriptedPlanner() : createChatPlanner(options.model),
      now,
      newUuid: options.newUuid ?? randomUUID,
      paceMs: options.paceMs ?? 25,
      approvalTtlMs: options.approvalTtlMs ?? 600_000,
      maxResultChars: options.maxResultChars ?? 4_096,
      onFault: options.onFault ?? (() => {}),
    },
  })

  const closeTools = async () => {
    await tools.close()
    await mcpServer?.close()
  }
  try {
    const server = await listen(app, { host, port: options.port ?? 0 }, '--port')
    return {
      url: `${server.url}${AGENT_PATH}`,
      origin: server.url,
      mcpUrl,
      close: async () => {
        await registry.stopAll()
        await server.close()
        await closeTools()
      },
    }
  } catch (error) {
    await closeTools()
    throw error
  }
}
