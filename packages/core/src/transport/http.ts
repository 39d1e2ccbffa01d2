import { KitError } from '../error.ts'
import type { RunAgentInput } from '../protocol/run.ts'
import { abortError, untilAborted } from './abort.ts'
import type { FrameCodec } from './codec.ts'
import { readResponse } from './exchange.ts'
import { toJsonText } from './json-text.ts'
import type { HttpRequester } from './resume-extension.ts'
import type { Exchange, OpenRequest, Resumption, Transport } from './transport.ts'

/** What `headers` is told about the request it is asked for. */
export interface HttpHeadersContext {
  /** The run's input; absent for requests about a run, such as reattaching. */
  readonly input?: RunAgentInput
  readonly signal: AbortSignal
}

/** Options of `createHttpTransport`. */
export interface HttpTransportOptions {
  /** Where the agent takes `POST RunAgentInput`. */
  readonly url: string | (() => string | Promise<string>)
  /**
   * Extra headers, asked for before every request, so that a token may be fresh. `Accept` and
   * `Content-Type` are set unless they are given here.
   */
  readonly headers?: HeadersInit | ((context: HttpHeadersContext) => HeadersInit | Promise<HeadersInit>)
  /** What to send for an input: more fields, or an envelope around it. Default: the input itself. */
  readonly body?: (input: RunAgentInput) => unknown | Promise<unknown>
  /** Default: the global `fetch`, looked up at each request. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  readonly credentials?: RequestCredentials
  /**
   * `resumeExtension`, to reattach to runs, read snapshots and cancel where the server offers that. Plain
   * servers never notice.
   */
  readonly resume?: (http: HttpRequester) => Resumption
  /**
   * What the answer may be besides an event stream, as `protobufCodec()`. `Accept` names them all; whichever
   * comes is read. Default: event streams alone.
   */
  readonly codecs?: readonly FrameCodec[]
  /** Characters one event of an event stream may hold. Default 10 Mi. */
  readonly maxFrameChars?: number
  /** How long a refusal waits for the beginning of its body. Default 1,000. */
  readonly excerptWaitMs?: number
  /** Epoch milliseconds; default `Date.now`. */
  readonly now?: () => number
}

/**
 * The standard binding: POST the input as JSON, accept and read server-sent events (P-123).
 *
 * `open` rejects with a `KitError`: `transport-unreachable`, `transport-http-status`,
 * `transport-not-a-stream`, or `option-invalid` when the body is no JSON. When the signal aborts before the
 * head is there, it rejects with an error named `AbortError`. In a browser, `AG-UI-Resume` and `Date` of a
 * cross-origin answer are only visible if the server exposes them (`Access-Control-Expose-Headers`).
 *
 * @example
 * const transport = createHttpTransport({
 *   url: '/ag-ui/agent',
 *   headers: async () => ({ authorization: `Bearer ${await freshToken()}` }),
 * })
 */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const { now = Date.now, excerptWaitMs = 1_000, maxFrameChars, codecs = [] } = options
  const read = (response: Response, signal: AbortSignal): Promise<Exchange> =>
    readResponse(response, {
      signal,
      now,
      excerptWaitMs,
      codecs,
      ...(maxFrameChars === undefined ? {} : { maxFrameChars }),
    })
  return {
    open: async ({ input, signal }): Promise<Exchange> => {
      try {
        const exchange = await read(
          await request(options, prepare(options, { input, signal }), signal),
          signal,
        )
        if (signal.aborted) throw abortError(signal)
        return exchange
      } catch (error) {
        throw signal.aborted ? abortError(signal) : error
      }
    },
    ...(options.resume && {
      resumption: options.resume({
        read,
        send: (path, init, signal) => request(options, prepareAbout(options, path, init, signal), signal),
      }),
    }),
  }
}

async function request(
  options: HttpTransportOptions,
  preparing: Promise<PreparedRequest>,
  signal: AbortSignal,
): Promise<Response> {
  const prepared = await untilAborted(preparing, signal)
  const send = options.fetch ?? ((url, init) => fetch(url, init))
  const answer = (async () => send(prepared.url, prepared.init))()
  try {
    return await untilAborted(answer, signal)
  } catch (cause) {
    // A fetch that ignores the signal may still answer; its body must not stay open unread.
    answer.then((late) => late.body?.cancel()).catch(() => undefined)
    throw new KitError(
      'transport-unreachable',
      `No answer from the agent at ${prepared.url}. The server may be down, the network offline, or the browser may forbid the request (CORS). Nothing was received; try again, and check the URL and the server.`,
      {},
      cause,
    )
  }
}

interface PreparedRequest {
  readonly url: string
  readonly init: RequestInit
}

async function prepare(
  options: HttpTransportOptions,
  { input, signal }: OpenRequest,
): Promise<PreparedRequest> {
  try {
    const url = typeof options.url === 'function' ? await options.url() : options.url
    const given =
      typeof options.headers === 'function' ? await options.headers({ input, signal }) : options.headers
    const headers = new Headers(given)
    if (!headers.has('content-type')) headers.set('content-type', 'application/json')
    // Said explicitly, because many servers answer `Accept: */*` with protobuf.
    if (!headers.has('accept')) headers.set('accept', accept(options.codecs))
    const body = toJsonText(options.body === undefined ? input : await options.body(input))
    const { credentials } = options
    const init = {
      method: 'POST',
      headers,
      body,
      signal,
      ...(credentials === undefined ? {} : { credentials }),
    }
    return { url, init }
  } catch (cause) {
    if (cause instanceof KitError) throw cause
    throw new KitError(
      'transport-unreachable',
      'The request to the agent was not sent, because url(), headers() or body() failed. Nothing reached the agent; see the cause, and try again.',
      {},
      cause,
    )
  }
}

function accept(codecs: readonly FrameCodec[] = []): string {
  return [...codecs.map((codec) => codec.mediaType), 'text/event-stream'].join(', ')
}

/** A request about a run or a thread: below the agent's URL, with the same headers and credentials. */
async function prepareAbout(
  options: HttpTransportOptions,
  path: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<PreparedRequest> {
  try {
    const url = typeof options.url === 'function' ? await options.url() : options.url
    const given = typeof options.headers === 'function' ? await options.headers({ signal }) : options.headers
    const headers = new Headers(given)
    headers.delete('content-type')
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    const { credentials } = options
    return {
      url: below(url, path),
      init: { ...init, headers, signal, ...(credentials === undefined ? {} : { credentials }) },
    }
  } catch (cause) {
    throw new KitError(
      'transport-unreachable',
      'The request about a run was not sent, because url() or headers() failed. See the cause, and try again.',
      {},
      cause,
    )
  }
}

/** An address below another one, whose query belongs to both. */
function below(url: string, path: string): string {
  const [whole = ''] = url.split('#', 1)
  const queryAt = whole.indexOf('?')
  const base = queryAt < 0 ? whole : whole.slice(0, queryAt)
  return `${base.replace(/\/$/, '')}${path}${whole.slice(base.length)}`
}
