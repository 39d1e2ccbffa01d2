import type { Issue } from '../issue.ts'
import type { WholeEvent } from '../protocol/event.ts'
import type { Message } from '../protocol/message.ts'
import type { Interrupt, ResumeEntry, RunAgentInput, RunFinishedOutcome } from '../protocol/run.ts'

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

/** One run of one thread, and how long we are willing to wait for an answer about it. */
export interface RunAddress {
  readonly threadId: string
  readonly runId: string
  readonly signal: AbortSignal
}

/** A thread as the server has it: exactly the effect of all events up to `activeRun.lastEventId`. */
export interface ThreadSnapshot {
  readonly messages: readonly Message[]
  readonly state: unknown
  readonly interrupts: readonly {
    readonly interrupt: Interrupt
    readonly runId: string
    /** The decision that is stored and not carried out: its run goes on, or was interrupted. It stands. */
    readonly answered?: Pick<ResumeEntry, 'status' | 'payload'>
  }[]
  /** The run that is going on, and the openers of what it has open. */
  readonly activeRun?: {
    readonly runId: string
    readonly lastEventId?: string
    readonly open: readonly WholeEvent[]
  }
  readonly lastRun?: {
    readonly runId: string
    readonly outcome?: RunFinishedOutcome
    readonly error?: { readonly message: string; readonly code?: string }
  }
}

/**
 * What a server offers beyond the standard bindings, which know no reconnection: see
 * docs/resume-extension.md. Used only with servers that say they offer it.
 */
export interface Resumption {
  /** The events of a run after a position, then the live ones; `over` when it has ended and none is left. */
  readonly reattach: (run: RunAddress & { readonly after?: string }) => Promise<Exchange | 'over'>
  /** The thread as it stands, or `undefined` when the server does not know it. */
  readonly snapshot: (thread: Omit<RunAddress, 'runId'>) => Promise<ThreadSnapshot | undefined>
  /** Asks the server to end the run. */
  readonly cancel: (run: RunAddress) => Promise<void>
}

/**
 * Bytes to frames. Keeps order and completeness, delivers the input before any frame, and never invents an
 * event: what the protocol says comes from the wire alone (rule 136).
 */
export interface Transport {
  /** Sends the input; resolves when the answer's head is there. Rejects with a `transport-…` error. */
  readonly open: (request: OpenRequest) => Promise<Exchange>
  /** What the server offers beyond the standard bindings; asked for at each use. */
  readonly resumption?: Resumption | undefined
}
