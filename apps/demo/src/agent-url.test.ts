import { describe, expect, it } from 'vitest'
import { DEFAULT_AGENT_URL, toAgentUrl } from './agent-url.ts'

describe('the agent a link may choose', () => {
  it.each(['http://127.0.0.1:9000/ag-ui/agent', 'http://localhost:9000/agent', 'http://[::1]:9000/agent'])(
    'is one on this machine: %s',
    (url) => {
      expect(toAgentUrl(url)).toBe(url)
    },
  )

  it.each([
    null,
    '',
    'not a url',
    'https://example.com/agent',
    'http://127.0.0.1.example.com/agent',
    'http://localhost@example.com/agent',
    'http://someone@localhost:9000/agent',
    'javascript:alert(1)',
    'file://localhost/etc/hosts',
  ])('is the default one otherwise: %s', (url) => {
    expect(toAgentUrl(url)).toBe(DEFAULT_AGENT_URL)
  })
})
