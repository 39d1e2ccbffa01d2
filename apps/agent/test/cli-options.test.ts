import { expect, it } from 'vitest'
import { type Env, readCliOptions } from '../src/cli-options.ts'

const read = (argv: readonly string[], env: Env = {}) => {
  const cli = readCliOptions(argv, env, '/data')
  if (cli.kind === 'help') throw new Error('help')
  return cli.options
}

it('has a default for everything', () => {
  expect(read([])).toEqual({ dataDir: '/data', port: 8787 })
})

it('takes flags before variables', () => {
  const env = {
    AGENT_PORT: '1',
    AGENT_PACE_MS: '2',
    AGENT_CORS_ORIGIN: 'https://a.example, https://b.example',
  }
  expect(read(['--port', '9', '--approval-ttl-ms', '500'], env)).toMatchObject({
    port: 9,
    paceMs: 2,
    approvalTtlMs: 500,
    corsOrigins: ['https://a.example', 'https://b.example'],
  })
})

it('uses a chat model only with a key', () => {
  expect(read([], { OPENAI_MODEL: 'm' }).model).toBeUndefined()
  const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', OPENAI_MODEL: 'm' }
  expect(read([], env).model).toEqual({ apiKey: 'k', baseUrl: 'http://127.0.0.1:1/v1', model: 'm' })
})

it.each([[['--port', '70000']], [['--port', '1.5']], [['--pace-ms', 'x']], [['--nonsense']]])(
  'says what is wrong with %j',
  (argv) => {
    expect(() => read(argv)).toThrow(argv[0])
  },
)
