import { KitError } from '../error.ts'
import { abortError, untilAborted } from './abort.ts'
import { toJsonText } from './json-text.ts'
import type { Transport } from './transport.ts'
import { unreachable } from './websocket-close.ts'
import { exchangeOver, type WebSocketLike } from './websocket-exchange.ts'

export type { SocketClose } from './websocket-close.ts'
export type { WebSocketLike } from './websocket-exchange.ts'

/** Makes a socket: `WebSocket` itself, or a subclass of it, say one of `ws` that adds headers. */
export type WebSocketClass = new (url: string, protocols?: string[]) => WebSocketLike

/** Options of `createWebSocketTransport`. */
export interface WebSocketTransportOptions {
  /** Where the agent takes one run a connection: `wss://…`. Asked for before every run. */
  readonly url: string | (() => string | Promise<string>)
  /** Subprotocols to offer, of which the server chooses one. Default: none. */
  readonly protocols?: readonly string[]
  /** Default: the global `WebSocket`, looked up at each run. Node has one from 22 on. */
  readonly WebSocket?: WebSocketClass
  /** How long a connection we close may wait for the other side's goodbye before it is cut. Default 1,000. */
  readonly closeTimeoutMs?: number
  /** Characters one event may hold. Default 10 Mi. */
  readonly maxFrameChars?: number
  /** Characters that may wait to be read; a WebSocket cannot be told to slow down. Default 40 Mi. */
  readonly maxWaitingChars?: number
}

const MEBI = 1024 * 1024

/**
 * One run a connection: the `RunAgentInput` goes out as the first message, then each text message is the
 * JSON of one event, until the agent closes. AG-UI 1.0 has no binding for WebSocket; this is the plain one it
 * recommends to custom transports (P-136).
 *
 * `open` rejects with a `KitError`: `transport-unreachable` when there is no connection, `transport-refused`
 * when the agent closes it before any event with 1003, 1007, 1008, 1009 or 3000 and above, `option-invalid`
 * when there is no WebSocket here; with an error named `AbortError` when the signal aborts before the first
 * message. Later a close with any code but 1000 (or none) is `transport-interrupted`.
 *
 * @example
 * const transport = createWebSocketTransport({ url: 'wss://agent.example/run' })
 */
export function createWebSocketTransport(options: WebSocketTransportOptions): Transport {
  const limits = {
    closeTimeoutMs: options.closeTimeoutMs ?? 1_000,
    maxFrameChars: options.maxFrameChars ?? 10 * MEBI,
    maxWaitingChars: options.maxWaitingChars ?? 40 * MEBI,
  }
  return {
    open: async ({ input, signal }) => {
      if (signal.aborted) throw abortError(signal)
      const text = toJsonText(input)
      const url = await untilAborted(findUrl(options), signal)
      if (signal.aborted) throw abortError(signal)
      return exchangeOver(connect(url, options), text, limits, signal)
    },
  }
}

async function findUrl({ url }: WebSocketTransportOptions): Promise<string> {
  try {
    return typeof url === 'function' ? await url() : url
  } catch (cause) {
    throw unreachable(cause)
  }
}

function connect(url: string, options: WebSocketTransportOptions): WebSocketLike {
  const Socket: WebSocketClass | undefined = options.WebSocket ?? globalThis.WebSocket
  if (Socket === undefined) {
    throw new KitError(
      'option-invalid',
      'There is no WebSocket in this environment, so the run was not sent. Give one as the option WebSocket, for instance the class of the package ws.',
    )
  }
  try {
    return options.protocols === undefined ? new Socket(url) : new Socket(url, [...options.protocols])
  } catch (cause) {
    throw unreachable(cause)
  }
}
