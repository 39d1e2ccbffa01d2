import type { Issue } from '../issue.ts'
import type { RunAgentInput } from '../protocol/run.ts'

/**
 * Where a frame stands in its stream. `token` is opaque and only echoed back to reopen after it (an SSE
 * id); `index` exists only when the server numbers its frames, and only it may be ordered by.
 */
export interface Position {
  readonly token: string
  readonly index?: number
}

/**
 * One unit from a transport: the JSON text of one event, and where it stood.
 *
 * It is text whatever the wire: a binary codec writes what it decoded as JSON, so that one reader judges all
 * events and nothing reaches it that JSON could not have said (`undefined`, `NaN`, a foreign prototype).
 */
export interface Frame {
  readonly data: string
  readonly position?: Position
  /**
   * What stood here and could not be turned into the text of an event; `data` is then empty. A `fatal` one
   * fails the run after all before it was applied, any other is reported and the frame left out.
   */
  readonly issue?: Issue
}

/** What a transport is asked to do. */
export interface OpenRequest {
  readonly input: RunAgentInput
  /** Ends the exchange. Ending by this signal is not an error: the iterable just stops. */
  readonly signal: AbortSignal
}

/** What the answer's head says, once it has arrived and was found to be an event stream. */
export interface ResponseHead {
  readonly status: number
  readonly contentType: string
  /** Whether the server offers the resume extension (header `AG-UI-Resume`). */
  readonly resumable: boolean
  /** The server's clock minus ours, in milliseconds, from the `Date` header; absent when it has none. */
  readonly clockSkewMs?: number
}

/** An open exchange: its head, then the frames of each network read as one batch. */
export interface Exchange {
  readonly head: ResponseHead
  /**
   * Batches of frames, one per network read that completed at least one. Ends when the body ends; throws a
   * `KitError` with a `transport-…` code when it breaks; ends quietly when the signal aborts.
   */
  readonly batches: AsyncIterable<readonly Frame[]>
}

/**
 * Bytes to frames. Keeps order and completeness, delivers the input before any frame, and never invents an
 * event: what the protocol says comes from the wire alone (rule 136).
 */
export interface Transport {
  /** Sends the input; resolves when the answer's head is there. Rejects with a `transport-…` error. */
  readonly open: (request: OpenRequest) => Promise<Exchange>
}
