import { KitError } from '../error.ts'
import type { RunAgentInput } from '../protocol/run.ts'
import { abortError } from './abort.ts'
import type { FrameCodec } from './codec.ts'
import { readResponse } from './exchange.ts'
import type { Transport } from './transport.ts'

/** The bytes of one network read, and when it came. Bytes that are not whole UTF-8 are kept as base64. */
export type TapeRead =
  | { readonly afterMs: number; readonly text: string }
  | { readonly afterMs: number; readonly base64: string }

/** One recorded exchange: fixture, demo and bug report in one format. Plain JSON. */
export interface Tape {
  readonly version: 1
  readonly request?: RunAgentInput
  readonly status: number
  /** Response headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The reads with their exact boundaries; `afterMs` counts from the request. */
  readonly reads: readonly TapeRead[]
  /** `aborted-by-client`: the recording stops because the client left; played, the body just ends there. */
  readonly ended: 'end' | 'error' | 'aborted-by-client'
}

/** Options of `createTapeTransport`. */
export interface TapeTransportOptions {
  /** `instant` gives each read as soon as it is asked for; `recorded` waits as long as the server did. */
  readonly pace?: 'instant' | 'recorded'
  /** How `recorded` waits; must settle early when the signal aborts. Default: timers. */
  readonly clock?: { readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void> }
  /** Epoch milliseconds, for the clock skew of a recorded `Date`; default `Date.now`. */
  readonly now?: () => number
  readonly maxFrameChars?: number
  /** For tapes of other than event streams. */
  readonly codecs?: readonly FrameCodec[]
}

/** A transport that plays tapes, and what it was asked. */
export interface TapeTransport extends Transport {
  /** The inputs of all exchanges opened so far. */
  readonly inputs: readonly RunAgentInput[]
}

/**
 * Plays one tape per `open`, in order, through the same reading code as HTTP. When all are played, `open`
 * rejects with `transport-unreachable`.
 */
export function createTapeTransport(
  tapes: readonly Tape[],
  options: TapeTransportOptions = {},
): TapeTransport {
  const { pace = 'instant', clock = { sleep }, now = Date.now, maxFrameChars, codecs = [] } = options
  const inputs: RunAgentInput[] = []
  return {
    inputs,
    open: async ({ input, signal }) => {
      if (signal.aborted) throw abortError(signal)
      const tape = tapes[inputs.length]
      inputs.push(input)
      if (tape === undefined) throw noTapeLeft(tapes.length)
      const wait = pace === 'recorded' ? clock.sleep : undefined
      return readResponse(
        { status: tape.status, headers: new Headers(tape.headers), body: toBody(tape, signal, wait) },
        {
          signal,
          now,
          excerptWaitMs: 1_000,
          codecs,
          ...(maxFrameChars === undefined ? {} : { maxFrameChars }),
        },
      )
    },
  }
}

function toBytes(read: TapeRead): Uint8Array<ArrayBuffer> {
  if ('text' in read) return new TextEncoder().encode(read.text)
  return Uint8Array.from(atob(read.base64), (char) => char.charCodeAt(0))
}

function toBody(
  tape: Tape,
  signal: AbortSignal,
  wait: ((delayMs: number, signal: AbortSignal) => Promise<void>) | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let readIndex = 0
  let elapsedMs = 0
  return new ReadableStream(
    {
      pull: async (controller) => {
        const read = tape.reads[readIndex++]
        if (read === undefined) {
          if (tape.ended === 'error') controller.error(new TypeError('The recorded body broke off here.'))
          else controller.close()
          return
        }
        if (wait !== undefined && read.afterMs > elapsedMs) await wait(read.afterMs - elapsedMs, signal)
        elapsedMs = Math.max(elapsedMs, read.afterMs)
        if (!signal.aborted) controller.enqueue(toBytes(read))
      },
    },
    // Nothing is read ahead: one pull, one recorded read.
    { highWaterMark: 0 },
  )
}

function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, delayMs)
    signal.addEventListener('abort', done)
  })
}

function noTapeLeft(count: number): KitError {
  return new KitError(
    'transport-unreachable',
    `All ${count} tapes have been played and another exchange was opened. There is nothing to answer it with. Add a tape, or find out why one more run was started.`,
  )
}
