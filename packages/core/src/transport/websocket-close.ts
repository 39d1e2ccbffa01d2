import { KitError } from '../error.ts'

/** How a socket was closed, as its `close` event tells it. */
export interface SocketClose {
  readonly code: number
  readonly reason: string
}

const MAX_REASON_CHARS = 123
/** 1000 is a normal end; 1005 says that the other side gave no code, as plain `close()` does. */
const ENDS: ReadonlySet<number> = new Set([1000, 1005])
/** What a server says of the input itself: cannot be read, is against its policy, is too large. */
const REFUSALS: ReadonlySet<number> = new Set([1003, 1007, 1008, 1009])

/** The error a close before any event is, or `undefined` for one that just ends the exchange. */
export function closedUnanswered(close: SocketClose, isConnected: boolean): KitError | undefined {
  if (!isConnected) return unreachable(undefined)
  if (REFUSALS.has(close.code) || close.code >= 3000) return refused(close)
  return closedMidway(close)
}

/** The error a close after events is, or `undefined` when it ends the exchange (which may still lack its end). */
export function closedMidway(close: SocketClose): KitError | undefined {
  if (ENDS.has(close.code)) return undefined
  return new KitError(
    'transport-interrupted',
    `The connection to the agent was closed before the answer was complete (${describe(close)}). What had arrived is kept; whether the run goes on at the agent is unknown. Resume the run or ask for the thread again.`,
    { closeCode: close.code },
  )
}

/** Nobody answered: browsers do not tell why, so the cause is known only where there was an error to keep. */
export function unreachable(cause: unknown): KitError {
  return new KitError(
    'transport-unreachable',
    'No WebSocket connection to the agent. The server may be down or refuse the handshake, the network be offline, or the URL be wrong. Nothing was received; try again, and check the URL and the server.',
    {},
    cause,
  )
}

function refused(close: SocketClose): KitError {
  return new KitError(
    'transport-refused',
    `The agent refused the run by closing the connection before any event (${describe(close)}). No run was started. The reason may say what must change.`,
    { closeCode: close.code, ...(close.reason === '' ? {} : { bodyExcerpt: toPlain(close.reason) }) },
  )
}

function describe({ code, reason }: SocketClose): string {
  return reason === '' ? `code ${code}` : `code ${code}: ${toPlain(reason)}`
}

/** A reason is the other side's text: no control or direction-changing characters, bounded. */
function toPlain(reason: string): string {
  return reason.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ').slice(0, MAX_REASON_CHARS)
}
