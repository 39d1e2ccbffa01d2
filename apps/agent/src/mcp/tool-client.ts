import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type CallToolResult, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { Json } from '../protocol/json.ts'
import type { ListedTool, ToolClient, ToolOutcome } from './tool-outcome.ts'

export interface ToolClientOptions {
  readonly url: string
  readonly timeoutMs: number
}

/**
 * Speaks MCP to one server. It connects when first needed and again after the connection failed, so a
 * tool server that restarts is found again. A failed call is repeated only when it never reached a tool:
 * the server did not know our session.
 */
export function createToolClient({ url, timeoutMs }: ToolClientOptions): ToolClient {
  let connecting: Promise<Client> | undefined

  const connect = (): Promise<Client> => {
    connecting ??= openClient(url, timeoutMs).catch((error: unknown) => {
      connecting = undefined
      throw error
    })
    return connecting
  }

  const disconnect = async (): Promise<void> => {
    const client = await connecting?.catch(() => undefined)
    connecting = undefined
    await client?.close().catch(() => undefined)
  }

  const withClient = async <T>(use: (client: Client) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await use(await connect())
    } catch (error) {
      if (!isLostSession(error)) {
        if (!(error instanceof McpError) && signal?.aborted !== true) await disconnect()
        throw error
      }
      await disconnect()
      return use(await connect())
    }
  }

  return {
    list: async () => {
      const { tools } = await withClient((client) => client.listTools(undefined, { timeout: timeoutMs }))
      return tools.map(
        (tool): ListedTool => ({
          name: tool.name,
          description: tool.description ?? '',
          inputSchema: tool.inputSchema as ListedTool['inputSchema'],
          needsApproval: tool.annotations?.destructiveHint === true && tool.annotations.readOnlyHint !== true,
        }),
      )
    },
    call: async (name, args, signal) => {
      try {
        const options = { timeout: timeoutMs, ...(signal === undefined ? {} : { signal }) }
        const result = await withClient(
          (client) => client.callTool({ name, arguments: args }, undefined, options),
          signal,
        )
        return toOutcome(result as CallToolResult)
      } catch (error) {
        return toFailure(error, timeoutMs)
      }
    },
    close: disconnect,
  }
}

async function openClient(url: string, timeoutMs: number): Promise<Client> {
  const client = new Client({ name: 'agui-kit-agent', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url)), { timeout: timeoutMs })
  return client
}

// Streamable HTTP: 404 to a request that names a session means the session is gone.
const isLostSession = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 404

function toOutcome(result: CallToolResult): ToolOutcome {
  const text = result.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n')
  return result.isError === true
    ? { kind: 'failed', code: 'tool-error', text }
    : { kind: 'done', text, structured: result.structuredContent as Json | undefined }
}

function toFailure(error: unknown, timeoutMs: number): ToolOutcome {
  if (error instanceof McpError && error.code === ErrorCode.RequestTimeout) {
    return { kind: 'failed', code: 'tool-timeout', text: `The tool did not answer within ${timeoutMs} ms.` }
  }
  if (error instanceof McpError) return { kind: 'failed', code: 'tool-error', text: error.message }
  return { kind: 'failed', code: 'tool-error', text: 'The tool server could not be reached.' }
}
