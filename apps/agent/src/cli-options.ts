import { parseArgs } from 'node:util'
import type { AgentOptions } from './create-agent.ts'

export const USAGE = `agui-kit agent: a reference AG-UI server

  --port <number>             where it listens (8787; 0 picks a free port)        AGENT_PORT
  --host <name>               which interface (127.0.0.1)                         AGENT_HOST
  --data <folder>             where threads and orders are kept (.data)           AGENT_DATA
  --redis-url <url>           keep threads and runs in Redis instead, for          REDIS_URL
                              several instances
  --lease-ms <number>         silence after which another instance's run is       AGENT_LEASE_MS
                              taken for dead (10000)
  --approval-ttl-ms <number>  how long an approval stays valid (600000)           AGENT_APPROVAL_TTL_MS
  --pace-ms <number>          time between two pieces of streamed text (25)       AGENT_PACE_MS
  --cors-origin <origin>      a page that may call, repeatable, * for any         AGENT_CORS_ORIGIN
                              (pages on localhost and 127.0.0.1)
  --mcp-url <url>             an MCP server elsewhere instead of the built-in     AGENT_MCP_URL
  --mcp-port <number>         port of the built-in MCP server (a free one)        AGENT_MCP_PORT
  --mcp-timeout-ms <number>   how long a tool may take (8000)                     AGENT_MCP_TIMEOUT_MS
  --help

With OPENAI_API_KEY a chat model makes the plans (OPENAI_BASE_URL, OPENAI_MODEL); without it the built-in
planner does.`

/** A flag or variable that cannot be used; the message is one line for the terminal. */
export class CliError extends Error {
  override readonly name = 'CliError'
}

export type Env = Readonly<Record<string, string | undefined>>

type CliOptions = { readonly kind: 'help' } | { readonly kind: 'run'; readonly options: AgentOptions }

const flags = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  'redis-url': { type: 'string' },
  'lease-ms': { type: 'string' },
  'approval-ttl-ms': { type: 'string' },
  'pace-ms': { type: 'string' },
  'cors-origin': { type: 'string', multiple: true },
  'mcp-url': { type: 'string' },
  'mcp-port': { type: 'string' },
  'mcp-timeout-ms': { type: 'string' },
  help: { type: 'boolean' },
} as const

/** Flags win over variables, variables over defaults. */
export function readCliOptions(argv: readonly string[], env: Env, defaultDataDir: string): CliOptions {
  const values = parse(argv)
  if (values.help === true) return { kind: 'help' }
  const text = (flag: keyof typeof flags): string | undefined => {
    const value = values[flag]
    return typeof value === 'string' ? value : env[`AGENT_${flag.toUpperCase().replaceAll('-', '_')}`]
  }
  const whole = (flag: keyof typeof flags, max = Number.MAX_SAFE_INTEGER): number | undefined => {
    const value = text(flag)
    if (value === undefined || value === '') return undefined
    const number = Number(value)
    if (Number.isInteger(number) && number >= 0 && number <= max) return number
    throw new CliError(`--${flag} wants a whole number from 0 to ${max}, not "${value}".`)
  }
  const origins = values['cors-origin'] ?? env['AGENT_CORS_ORIGIN']?.split(',').map((origin) => origin.trim())
  const apiKey = env['OPENAI_API_KEY']
  return {
    kind: 'run',
    options: {
      dataDir: text('data') ?? defaultDataDir,
      port: whole('port', 65_535) ?? 8787,
      ...defined({
        host: text('host'),
        redisUrl: text('redis-url') || env['REDIS_URL'] || undefined,
        leaseMs: whole('lease-ms'),
        approvalTtlMs: whole('approval-ttl-ms'),
        paceMs: whole('pace-ms'),
        mcpUrl: text('mcp-url'),
        mcpPort: whole('mcp-port', 65_535),
        mcpTimeoutMs: whole('mcp-timeout-ms'),
        corsOrigins: origins?.filter((origin) => origin !== ''),
      }),
      ...(apiKey === undefined || apiKey === '' ? {} : { model: toModel(apiKey, env) }),
    },
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: flags }).values
  } catch (error) {
    throw new CliError(`${error instanceof Error ? error.message : String(error)} Try --help.`)
  }
}

const toModel = (apiKey: string, env: Env) => ({
  apiKey,
  model: env['OPENAI_MODEL'] || 'gpt-4.1-mini',
  ...(env['OPENAI_BASE_URL'] ? { baseUrl: env['OPENAI_BASE_URL'] } : {}),
})

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The members that have a value: an option left out is absent, not `undefined`. */
const defined = <T extends object>(members: T): Defined<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>
