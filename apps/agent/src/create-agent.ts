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
import { openStores } from './store/open-stores.ts'

export interface AgentOptions {
  /** Where threads, runs and orders are kept; with a `redisUrl`, orders only. */
  readonly dataDir: string
  /** Threads, runs and locks are kept in Redis, so that several instances can serve one thread. */
  readonly redisUrl?: string
  /** With Redis: a run whose instance has said nothing for so long is taken for dead. */
  readonly leaseMs?: number
  /** Logs of so many runs are kept for each thread. */
  readonly keepRuns?: number
  /** A run's log that grows longer than this loses its oldest half. */
  readonly maxLogFrames?: number
  /** With Redis: how long a log is kept after its last frame. */
  readonly logTtlMs?: number
  /** More runs than this at a time are refused. */
  readonly maxActiveRuns?: number
  /** Whether a caller may use a thread; without it whoever knows a threadId may. */
  readonly mayUse?: (request: Request, threadId: string) => boolean | Promise<boolean>
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

/** Readers are told how their runs ended before they are cut off. */
const GRACE_MS = 500

export async function createAgent(options: AgentOptions): Promise<RunningAgent> {
  const { dataDir, host = '127.0.0.1', now = Date.now } = options
  const onFault = options.onFault ?? (() => {})
  const { maxLogFrames = 20_000, leaseMs = 10_000 } = options
  const stores = await openStores({
    dataDir,
    redisUrl: options.redisUrl,
    leaseMs,
    maxLogFrames,
    keepRuns: options.keepRuns ?? 50,
    logTtlMs: options.logTtlMs ?? 24 * 60 * 60 * 1000,
    onFault,
  })
  const closing: (() => Promise<void>)[] = [stores.runs.close]
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    const mcpUrl = options.mcpUrl ?? (await startTools())
    const tools = createToolClient({ url: mcpUrl, timeoutMs: options.mcpTimeoutMs ?? 8_000 })
    closing.push(tools.close)
    const registry = createRunRegistry(options.maxActiveRuns ?? 100)
    const app = createHttpApp({
      registry,
      heartbeatMs: options.heartbeatMs ?? 10_000,
      retryMs: options.retryMs ?? 2_000,
      corsOrigins: options.corsOrigins ?? [],
      mayUse: options.mayUse ?? (() => true),
      context: {
        ...stores,
        tools,
        planner: options.model === undefined ? createScriptedPlanner() : createChatPlanner(options.model),
        now,
        newUuid: options.newUuid ?? randomUUID,
        paceMs: options.paceMs ?? 25,
        approvalTtlMs: options.approvalTtlMs ?? 600_000,
        maxResultChars: options.maxResultChars ?? 4_096,
        saveEveryFrames: Math.ceil(maxLogFrames / 2),
        watchMs: Math.min(1_000, leaseMs / 2),
        onFault,
      },
    })
    const server = await listen(app, { host, port: options.port ?? 0 }, '--port', GRACE_MS)
    closing.push(server.close, registry.stopAll)
    return { url: `${server.url}${AGENT_PATH}`, origin: server.url, mcpUrl, close }
  } catch (error) {
    await close()
    throw error
  }

  async function startTools(): Promise<string> {
    const address = { host: '127.0.0.1', port: options.mcpPort ?? 0 }
    const server = await startMcpServer({ ...address, dataDir: join(dataDir, 'mcp'), now })
    closing.push(server.close)
    return server.url
  }
}
