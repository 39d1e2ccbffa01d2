import { KitError } from '../error.ts'
import { type Issue, warning, withSeverity } from '../issue.ts'
import { abortError } from './abort.ts'
import type { Exchange, Frame, ResponseHead } from './transport.ts'
import { closedMidway, closedUnanswered, type SocketClose, unreachable } from './websocket-close.ts'
import { createInbox } from './websocket-inbox.ts'

/** What is used of a WebSocket; the browser's, Node's and that of `ws` have it. */
export interface WebSocketLike {
  send(text: string): void
  close(code?: number, reason?: string): void
  /** Cuts the connection at once, where there is such a thing (`ws`). */
  terminate?(): void
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'error', listener: (event: object) => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: SocketClose) => void): void
}

/** What bounds an exchange; see the options of the transport. */
export interface SocketLimits {
  readonly closeTimeoutMs: number
  readonly maxFrameChars: number
  readonly maxWaitingChars: number
}

/** A socket has no head; this is what the handshake comes to. */
const HEAD: ResponseHead = { status: 101, contentType: 'application/json', resumable: false }
const NORMAL_CLOSURE = 1000

/**
 * Sends the text over a socket that is just being opened. Resolves with the first message, so that a run
 * the agent refuses by closing is a rejection, as an HTTP status is.
 */
export function exchangeOver(
  socket: WebSocketLike,
  text: string,
  limits: SocketLimits,
  signal: AbortSignal,
): Promise<Exchange> {
  const { promise, resolve, reject } = deferred<Exchange>()
  const inbox = createInbox(() => hangUp())
  let state: 'connecting' | 'asked' | 'answered' | 'over' = 'connecting'

  const answered = (): void => {
    state = 'answered'
    resolve({ head: HEAD, batches: { [Symbol.asyncIterator]: () => inbox.batches } })
  }

  const finish = (): void => {
    state = 'over'
    signal.removeEventListener('abort', onAbort)
  }

  const hangUp = (): void => {
    if (state === 'over') return
    finish()
    closeSocket(socket, limits.closeTimeoutMs)
  }

  const onAbort = (): void => {
    hangUp()
    inbox.drop()
    reject(abortError(signal))
  }

  const onMessage = (data: unknown): void => {
    if (state === 'over' || isNoEvent(data)) return
    if (state !== 'answered') answered()
    const frame = toFrame(data)
    const error = tooMuch(frame, inbox.waitingChars(), limits)
    if (error === undefined) inbox.put(frame)
    if (error === undefined && frame.issue === undefined) return
    inbox.end(error)
    hangUp()
  }

  const onClose = (close: SocketClose): void => {
    if (state === 'over') return
    const wasAnswered = state === 'answered'
    const error = wasAnswered ? closedMidway(close) : closedUnanswered(close, state === 'asked')
    inbox.end(wasAnswered ? error : undefined)
    if (!wasAnswered && error === undefined) answered()
    finish()
    // After an answer nobody listens any more, so this rejects only what is still open.
    if (error !== undefined) reject(error)
  }

  socket.addEventListener('open', () => {
    if (state !== 'connecting') return
    state = 'asked'
    socket.send(text)
  })
  socket.addEventListener('message', ({ data }) => onMessage(data))
  // Stays for good: `ws` throws an error that nobody listens to, even one of a socket that was given up.
  socket.addEventListener('error', (event) => {
    // Node's own WebSocket tells a handshake that failed by an error alone; after it a close comes everywhere.
    if (state !== 'connecting') return
    finish()
    reject(unreachable('error' in event ? event.error : undefined))
  })
  socket.addEventListener('close', onClose)
  signal.addEventListener('abort', onAbort)
  return promise
}

/** Says goodbye, and cuts the connection when no goodbye comes back, where it can be cut. */
function closeSocket(socket: WebSocketLike, closeTimeoutMs: number): void {
  socket.close(NORMAL_CLOSURE)
  if (socket.terminate === undefined) return
  const timer = setTimeout(() => socket.terminate?.(), closeTimeoutMs)
  socket.addEventListener('close', () => clearTimeout(timer))
}

// Some servers keep alive with empty messages.
function isNoEvent(data: unknown): boolean {
  return typeof data === 'string' && data.length <= 64 && data.trim() === ''
}

function toFrame(data: unknown): Frame {
  return typeof data === 'string' ? { data } : { data: '', issue: binaryFrame() }
}

function binaryFrame(): Issue {
  return withSeverity(
    warning(
      'frame-not-json',
      'The agent sent a binary WebSocket frame. An event comes as JSON in a text frame, so nothing can be read from here on.',
    ),
    'fatal',
  )
}

function tooMuch(frame: Frame, waitingChars: number, limits: SocketLimits): KitError | undefined {
  const { maxFrameChars, maxWaitingChars } = limits
  if (frame.data.length > maxFrameChars) {
    return new KitError(
      'transport-frame-too-large',
      `One event is longer than ${maxFrameChars} characters, so the connection was closed. Send large content in parts, or raise maxFrameChars.`,
      { limit: maxFrameChars },
    )
  }
  if (waitingChars + frame.data.length <= maxWaitingChars) return undefined
  return new KitError(
    'transport-interrupted',
    `More than ${maxWaitingChars} characters have come from the agent without being read. Keeping more could exhaust the memory, so the connection was closed. Read faster, or raise maxWaitingChars.`,
    { limit: maxWaitingChars },
  )
}

interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (error: unknown) => void
}

function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}
