import { KitError } from '../error.ts'
import type { ByteFramer, FrameCodec } from './codec.ts'
import { DEFAULT_MAX_FRAME_CHARS } from './sse.ts'
import type { Frame } from './transport.ts'

/** Options of `jsonLinesCodec`. */
export interface JsonLinesCodecOptions {
  /** What the server calls it. Default `application/x-ndjson`. */
  readonly mediaType?: string
  /** Characters one event may hold. Default 10 Mi. */
  readonly maxFrameChars?: number
}

const NO_FRAMES: readonly Frame[] = []

/**
 * Reads one event a line, as some servers send them instead of an event stream (TanStack AI's
 * `toHttpResponse`). AG-UI 1.0 has no such binding, so a transport reads it only when it is given.
 *
 * @example
 * const transport = createHttpTransport({ url: '/chat', codecs: [jsonLinesCodec()] })
 */
export function jsonLinesCodec({
  mediaType = 'application/x-ndjson',
  maxFrameChars = DEFAULT_MAX_FRAME_CHARS,
}: JsonLinesCodecOptions = {}): FrameCodec {
  return { mediaType, createFramer: () => createJsonLinesFramer(maxFrameChars) }
}

function createJsonLinesFramer(maxFrameChars: number): ByteFramer {
  const decoder = new TextDecoder()
  /** The beginning of a line whose end has not come, in the pieces it came in. */
  let pieces: string[] = []
  let pieceChars = 0
  let failure: KitError | undefined

  const keep = (piece: string): void => {
    pieceChars += piece.length
    if (pieceChars > maxFrameChars) failure = frameTooLarge(maxFrameChars)
    else if (piece !== '') pieces.push(piece)
  }

  /** The frame of the line that ends here, unless it is blank or too long. */
  const take = (frames: Frame[]): void => {
    const data = pieces.join('').trim()
    pieces = []
    pieceChars = 0
    if (failure === undefined && data !== '') frames.push({ data })
  }

  const read = (text: string): readonly Frame[] => {
    if (failure !== undefined) throw failure
    const frames: Frame[] = []
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0 && failure === undefined; end = text.indexOf('\n', from)) {
      keep(text.slice(from, end))
      take(frames)
      from = end + 1
    }
    if (failure === undefined) keep(text.slice(from))
    if (failure !== undefined && frames.length === 0) throw failure
    return frames.length === 0 ? NO_FRAMES : frames
  }

  return {
    feed: (bytes) => read(decoder.decode(bytes, { stream: true })),
    end: () => {
      const frames = [...read(decoder.decode())]
      // An unterminated last line counts when it is whole, as the last block of an event stream does.
      if (isJson(pieces.join(''))) take(frames)
      return frames
    },
    get failure() {
      return failure
    },
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function frameTooLarge(limit: number): KitError {
  return new KitError(
    'transport-frame-too-large',
    `One event of the stream is longer than ${limit} characters. Reading on could exhaust the memory, so the stream was closed. Send large content in parts, or raise maxFrameChars.`,
    { limit },
  )
}
