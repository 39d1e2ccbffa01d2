import { toSnapshot } from './thread-snapshot.ts'
import type { Exchange, Resumption } from './transport.ts'

/** How the extension speaks to the server: with the URL, the headers and the fetch of the HTTP transport. */
export interface HttpRequester {
  /** A request below the agent's URL. Rejects with `transport-unreachable`. */
  readonly send: (path: string, init: RequestInit, signal: AbortSignal) => Promise<Response>
  /** Reads a response as an event stream, or throws what it is instead. */
  readonly read: (response: Response, signal: AbortSignal) => Promise<Exchange>
}

/**
 * The client's half of docs/resume-extension.md: reattaching to a run, the thread's snapshot, cancelling.
 *
 * @example
 * createHttpTransport({ url: '/ag-ui/agent', resume: resumeExtension })
 */
export function resumeExtension({ send, read }: HttpRequester): Resumption {
  const runPath = (threadId: string, runId: string): string =>
    `/threads/${encodeURIComponent(threadId)}/runs/${encodeURIComponent(runId)}`
  return {
    reattach: async ({ threadId, runId, after, signal }) => {
      const headers = {
        accept: 'text/event-stream',
        ...(after !== undefined && { 'last-event-id': after }),
      }
      const response = await send(`${runPath(threadId, runId)}/events`, { method: 'GET', headers }, signal)
      return response.status === 204 ? leave(response, 'over') : read(response, signal)
    },
    snapshot: async ({ threadId, signal }) => {
      const headers = { accept: 'application/json' }
      const response = await send(
        `/threads/${encodeURIComponent(threadId)}`,
        { method: 'GET', headers },
        signal,
      )
      if (response.status === 404) return leave(response, undefined)
      // A refusal and its excerpt are read where all refusals are.
      if (!response.ok) await read(response, signal)
      // A body that is no JSON, or broke off, is no snapshot.
      const value: unknown = await response.json().catch(() => undefined)
      return toSnapshot(value, threadId)
    },
    cancel: async ({ threadId, runId, signal }) => {
      const response = await send(`${runPath(threadId, runId)}/cancel`, { method: 'POST' }, signal)
      if (!response.ok) await read(response, signal)
      return leave(response, undefined)
    },
  }
}

/** A body nobody reads would hold its connection. */
async function leave<T>(response: Response, value: T): Promise<T> {
  await response.body?.cancel().catch(() => undefined)
  return value
}
