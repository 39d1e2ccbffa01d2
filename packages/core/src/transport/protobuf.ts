import { AGUI_MEDIA_TYPE, AGUIUnknownEventTypeError, decode } from '@ag-ui/proto'
import { isKitError, KitError } from '../error.ts'
import { type Issue, warning, withSeverity } from '../issue.ts'
import type { ByteFramer, FrameCodec } from './codec.ts'
import { createFrameCutter } from './protobuf-frames.ts'
import type { Frame } from './transport.ts'

/** Options of `protobufCodec`. */
export interface ProtobufCodecOptions {
  /** Bytes one event may hold, judged on its announced length. Default 10 Mi. */
  readonly maxFrameBytes?: number
}

const NO_FRAMES: readonly Frame[] = []

/**
 * Reads `application/vnd.ag-ui.event+proto` with the decoder of `@ag-ui/proto`, which the application
 * installs. A transport that has it accepts event streams all the same (P-132). For agents of AG-UI 1.0:
 * encoders of before lose events in this format.
 *
 * The format is narrower than JSON (P-135): fields it does not know do not arrive, nor do members of patch
 * operations beyond RFC 6902; required texts and lists that were left out arrive empty.
 *
 * @example
 * const transport = createHttpTransport({ url: '/ag-ui/agent', codecs: [protobufCodec()] })
 */
export function protobufCodec({ maxFrameBytes = 10 * 1024 * 1024 }: ProtobufCodecOptions = {}): FrameCodec {
  return { mediaType: AGUI_MEDIA_TYPE, createFramer: () => createProtobufFramer(maxFrameBytes) }
}

function createProtobufFramer(maxFrameBytes: number): ByteFramer {
  const cutter = createFrameCutter((byteCount) => {
    if (byteCount > maxFrameBytes) throw frameTooLarge(byteCount, maxFrameBytes)
  })
  let failure: KitError | undefined
  let isBroken = false

  /** The next frame, or `undefined` for want of bytes or because a frame is too large to be kept. */
  const next = (): Frame | undefined => {
    try {
      const bytes = cutter.take()
      return bytes === undefined ? undefined : toFrame(bytes)
    } catch (error) {
      if (!isKitError(error)) throw error
      failure = error
      return undefined
    }
  }

  return {
    feed: (bytes) => {
      if (failure !== undefined) throw failure
      // After bytes that are no event the boundaries are a guess; the pipeline reads nothing after them either.
      if (isBroken) return NO_FRAMES
      cutter.give(bytes)
      const frames: Frame[] = []
      for (let frame = next(); frame !== undefined; frame = isBroken ? undefined : next()) {
        frames.push(frame)
        isBroken = frame.issue?.severity === 'fatal'
      }
      if (failure !== undefined && frames.length === 0) throw failure
      return frames
    },
    end: () => {
      if (failure !== undefined) throw failure
      if (cutter.isMidFrame()) throw cutShort()
      return NO_FRAMES
    },
    get failure() {
      return failure
    },
  }
}

/** P-134: what cannot be decoded fails the run; an envelope that names an event we do not know is left out. */
function toFrame(bytes: Uint8Array): Frame {
  try {
    return { data: JSON.stringify(decode(bytes)) }
  } catch (error) {
    return { data: '', issue: error instanceof AGUIUnknownEventTypeError ? unknownArm() : undecodable(bytes) }
  }
}

function unknownArm(): Issue {
  return warning(
    'event-unknown',
    'An event of a later protocol came, of which protobuf tells no name. It is left out.',
  )
}

function undecodable(bytes: Uint8Array): Issue {
  const why =
    bytes.length === 0
      ? 'A protobuf frame is empty: encoders of before AG-UI 1.0 write such a frame for events they cannot carry. Ask this agent for an event stream instead.'
      : `A protobuf frame of ${bytes.length} bytes is no event of AG-UI 1.0. The agent, or something between, sent bytes that are no event.`
  return withSeverity(warning('frame-not-event', why), 'fatal')
}

function frameTooLarge(byteCount: number, limit: number): KitError {
  return new KitError(
    'transport-frame-too-large',
    `The agent announced an event of ${byteCount} bytes, more than the ${limit} that may be kept for one, so the stream was closed. Send large content in parts, or raise maxFrameBytes.`,
    { limit },
  )
}

function cutShort(): KitError {
  return new KitError(
    'transport-interrupted',
    'The answer of the agent ended in the middle of an event. What had arrived is kept; whether the run goes on at the agent is unknown. Resume the run or ask for the thread again.',
  )
}
