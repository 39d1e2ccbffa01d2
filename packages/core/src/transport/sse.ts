import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { KitError } from '../error.ts'
import type { Frame, Position } from './transport.ts'

/** Text of an event stream in, frames out. */
export interface SseFramer {
  /**
   * The frames this text completed. Throws `transport-frame-too-large`; when the same text also completed
   * frames before the one that is too large, they are returned first and `failure` is set.
   */
  readonly feed: (text: string) => readonly Frame[]
  /** What is left when the body has ended: the unterminated last block, if its data is whole JSON. */
  readonly end: () => readonly Frame[]
  /** The reconnection delay the server last asked for with `retry:`. */
  readonly retryMs: number | undefined
  /** Why nothing more can be read; the next `feed` or `end` throws it. */
  readonly failure: KitError | undefined
}

/** How much one frame may hold. */
export interface SseFramerOptions {
  /** Characters that may be waiting for the end of their frame. Default 10 Mi. */
  readonly maxFrameChars?: number
}

/** Default bound on the characters of one frame. */
export const DEFAULT_MAX_FRAME_CHARS: number = 10 * 1024 * 1024

const NO_FRAMES: readonly Frame[] = []
const BOM = 0xfeff
const NUMBERED_ID = /:(0|[1-9]\d*)$/

/**
 * Frames an event stream (WHATWG server-sent events): one data payload is one frame (P-124), whatever the line
 * endings (P-125), a byte order mark or a missing last blank line (P-127), within a bound (P-128).
 */
export function createSseFramer(options: SseFramerOptions = {}): SseFramer {
  const { maxFrameChars = DEFAULT_MAX_FRAME_CHARS } = options
  let batch: Frame[] = []
  let atStart = true
  let afterCr = false
  let lineHead = ''
  let retryMs: number | undefined
  let failure: KitError | undefined

  const parser = createParser({
    maxBufferSize: maxFrameChars,
    onEvent: (message) => {
      if (failure !== undefined || isNoEvent(message.data)) return
      if (message.data.length > maxFrameChars) failure = frameTooLarge(maxFrameChars)
      else batch.push(toFrame(message))
    },
    onRetry: (delayMs) => {
      if (Number.isSafeInteger(delayMs)) retryMs = delayMs
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') failure ??= frameTooLarge(maxFrameChars)
    },
  })

  // The parser takes a '\r' at the end of a read for half of a '\r\n' and waits; a stream that uses bare
  // '\r' would show every event one read late. Turned into '\n' here, no line has to wait.
  const toLineFeeds = (text: string): string => {
    const rest = afterCr && text.charCodeAt(0) === 10 ? text.slice(1) : text
    afterCr = text.charCodeAt(text.length - 1) === 13
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest
  }

  const read = (lines: string): readonly Frame[] => {
    parser.feed(lines)
    if (batch.length === 0) {
      if (failure !== undefined) throw failure
      return NO_FRAMES
    }
    const frames = batch
    batch = []
    return frames
  }

  return {
    feed: (text) => {
      if (failure !== undefined) throw failure
      if (text === '') return NO_FRAMES
      const body = atStart && text.charCodeAt(0) === BOM ? text.slice(1) : text
      atStart = false
      const lines = toLineFeeds(body)
      const lastBreak = lines.lastIndexOf('\n')
      if (lastBreak !== -1) lineHead = lines.slice(lastBreak + 1, lastBreak + 4)
      else if (lineHead.length < 3) lineHead = (lineHead + lines.slice(0, 3)).slice(0, 3)
      return read(lines)
    },
    end: () => {
      if (failure !== undefined) throw failure
      // An id that was cut ('r1:1' of 'r1:12') would be a wrong position; with a NUL in it, it is ignored.
      const frames = read(lineHead === 'id:' ? '\0\n\n' : '\n\n')
      return frames.every((frame) => isJson(frame.data)) ? frames : NO_FRAMES
    },
    get retryMs() {
      return retryMs
    },
    get failure() {
      return failure
    },
  }
}

function toFrame({ data, id }: EventSourceMessage): Frame {
  return id === undefined || id === '' ? { data } : { data, position: toPosition(id) }
}

/** A position from an SSE id: numbered when it ends in `:<n>`, as the resume extension writes it. */
function toPosition(token: string): Position {
  const digits = NUMBERED_ID.exec(token)?.[1]
  const index = Number(digits)
  return digits !== undefined && Number.isSafeInteger(index) ? { token, index } : { token }
}

// Some servers keep alive with empty data.
function isNoEvent(data: string): boolean {
  return data.length <= 64 && data.trim() === ''
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
