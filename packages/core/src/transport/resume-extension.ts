import { KitError } from '../error.ts'
import { isObject, listOf, type ShapeContext } from '../events/shape.ts'
import { interrupt, message } from '../events/shapes.ts'
import type { Exchange, Resumption, ThreadSnapshot } from './transport.ts'

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
      return response.status === 204 ? 'over' : read(response, signal)
    },
    snapshot: async ({ threadId, signal }) => {
      const headers = { accept: 'application/json' }
      const response = await send(
        `/threads/${encodeURIComponent(threadId)}`,
        { method: 'GET', headers },
        signal,
      )
      if (response.status === 404) return undefined
      // A refusal and its excerpt are read where all refusals are.
      if (!response.ok) await read(response, signal)
      return toSnapshot(await response.json())
    },
    cancel: async ({ threadId, runId, signal }) => {
      const response = await send(`${runPath(threadId, runId)}/cancel`, { method: 'POST' }, signal)
      if (!response.ok) await read(response, signal)
    },
  }
}

const messages = listOf(message)

/** The snapshot as our types have it. It comes from the network like any event and is trusted no more. */
function toSnapshot(value: unknown): ThreadSnapshot {
  const context: ShapeContext = { tolerant: true, path: [], note: () => {} }
  if (
    !isObject(value) ||
    messages(value.messages, context) !== undefined ||
    !Array.isArray(value.interrupts)
  ) {
    throw unreadable()
  }
  const interrupts = value.interrupts.map((entry: unknown) => {
    if (
      !isObject(entry) ||
      typeof entry.runId !== 'string' ||
      interrupt(entry.interrupt, context) !== undefined
    ) {
      throw unreadable()
    }
    return { interrupt: entry.interrupt, runId: entry.runId }
  })
  const { activeRun, lastRun } = value
  return {
    messages: value.messages as ThreadSnapshot['messages'],
    state: value.state,
    interrupts: interrupts as ThreadSnapshot['interrupts'],
    ...(isObject(activeRun) &&
      typeof activeRun.runId === 'string' && {
        activeRun: {
          runId: activeRun.runId,
          open: (Array.isArray(activeRun.open) ? activeRun.open.filter(isObject) : []) as never,
          ...(typeof activeRun.lastEventId === 'string' && { lastEventId: activeRun.lastEventId }),
        },
      }),
    ...(isObject(lastRun) && typeof lastRun.runId === 'string' && { lastRun: lastRun as never }),
  }
}

function unreadable(): KitError {
  return new KitError(
    'transport-not-a-stream',
    'The snapshot of the thread cannot be read, so the thread stays as it was. Check that the server offers the resume extension as documented.',
  )
}
