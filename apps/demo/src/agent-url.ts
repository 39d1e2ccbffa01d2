export const DEFAULT_AGENT_URL = 'http://127.0.0.1:8787/ag-ui/agent'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The agent this page talks to. A link may choose another one on this machine and nothing else: a page that
 * sends what is typed into it to any address a link names would be a gift to whoever writes links.
 */
export function toAgentUrl(asked: string | null): string {
  if (asked === null) return DEFAULT_AGENT_URL
  try {
    const url = new URL(asked)
    const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
    return isHttp && LOOPBACK.has(url.hostname) && url.username === '' ? url.href : DEFAULT_AGENT_URL
  } catch {
    return DEFAULT_AGENT_URL
  }
}
