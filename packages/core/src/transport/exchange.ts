import { KitError } from '../error.ts'
import type { ByteFramer } from './codec.ts'
import { readHttpRefusal, readNotAStream } from './refusal.ts'
import type { ReadResponseOptions, ResponseLike } from './response.ts'
import { createSseFramer } from './sse.ts'
import type { Exchange, Frame, ResponseHead } from './transport.ts'

const DONE: IteratorResult<readonly Frame[]> = { done: true, value: undefined }

/**
 * Turns a response into an exchange, or throws what it is instead: `transport-http-status` (P-129) or
 * `transport-not-a-stream` (P-130). A response without a content type is no stream; nothing is guessed from its
 * first bytes, as browsers do not for an `EventSource` either.
 */
export async function readResponse(response: ResponseLike, options: ReadResponseOptions): Promise<Exchange> {
  const contentType = response.headers.get('content-type') ?? ''
  if (response.status < 200 || response.status > 299) throw await readHttpRefusal(response, options)
  const framer = createFramer(contentType, options)
  if (framer === undefined) throw await readNotAStream(response, options)
  const head = readHead(response, contentType, options.now)
  const iterator = readBatches(response.body, framer, options.signal)
  return { head, batches: { [Symbol.asyncIterator]: () => iterator } }
}

/** The framer for what the response says it is; parameters and case do not matter. */
function createFramer(
  contentType: string,
  { maxFrameChars, codecs = [] }: ReadResponseOptions,
): ByteFramer | undefined {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase()
  return mediaType === 'text/event-stream'
    ? createEventStreamFramer(maxFrameChars)
    : codecs.find((codec) => codec.mediaType === mediaType)?.createFramer()
}

function createEventStreamFramer(maxFrameChars: number | undefined): ByteFramer {
  const framer = createSseFramer(maxFrameChars === undefined ? {} : { maxFrameChars })
  // The framer strips the byte order mark; a decoder that did it too would take two.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return {
    feed: (bytes) => framer.feed(decoder.decode(bytes, { stream: true })),
    end: () => [...framer.feed(decoder.decode()), ...framer.end()],
    get failure() {
      return framer.failure
    },
  }
}

function readHead(response: ResponseLike, contentType: string, now: () => number): ResponseHead {
  const serverTimeMs = Date.parse(response.headers.get('date') ?? '')
  return {
    status: response.status,
    contentType,
    resumable: response.headers.has('ag-ui-resume'),
    ...(Number.isNaN(serverTimeMs) ? {} : { clockSkewMs: serverTimeMs - now() }),
  }
}

/**
 * Iterates the frames of each read. Written by hand because a generator awaits every value it yields; here
 * only `reader.read()` is awaited. One consumer, one `next()` at a time.
 */
function readBatches(
  body: ReadableStream<Uint8Array> | null,
  framer: ByteFramer,
  signal: AbortSignal,
): AsyncIterator<readonly Frame[], undefined> {
  const reader = body?.getReader()
  let open = reader !== undefined

  const close = (): void => {
    if (!open) return
    open = false
    signal.removeEventListener('abort', close)
    // A body that broke rejects its cancelling with the same error; the reader of the batches has had it.
    reader?.cancel().catch(() => undefined)
  }
  // A custom fetch may ignore the signal; cancelling ends a pending read in any case.
  if (signal.aborted) close()
  else signal.addEventListener('abort', close)

  const next = async (): Promise<IteratorResult<readonly Frame[], undefined>> => {
    while (open && reader !== undefined) {
      try {
        if (framer.failure !== undefined) throw framer.failure
        const read = await reader.read()
        if (!open) return DONE
        const frames = read.done ? framer.end() : framer.feed(read.value)
        if (read.done) close()
        if (frames.length > 0) return { done: false, value: frames }
      } catch (cause) {
        if (!open) return DONE
        close()
        throw cause instanceof KitError ? cause : interrupted(cause)
      }
    }
    return DONE
  }

  return {
    next,
    return: async () => {
      close()
      return DONE
    },
  }
}

function interrupted(cause: unknown): KitError {
  return new KitError(
    'transport-interrupted',
    'The connection to the agent broke off before the answer was complete. What had arrived is kept; whether the run goes on at the agent is unknown. Resume the run or ask for the thread again.',
    {},
    cause,
  )
}
