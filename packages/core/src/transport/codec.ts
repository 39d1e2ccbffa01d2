import type { KitError } from '../error.ts'
import type { Frame } from './transport.ts'

/** Bytes of one body in, frames out, however the bytes were cut into reads. */
export interface ByteFramer {
  /**
   * The frames these bytes completed. Throws a `KitError`; when the same bytes also completed frames before
   * what is wrong, they are returned first and `failure` is set.
   */
  readonly feed: (bytes: Uint8Array) => readonly Frame[]
  /** What is left when the body has ended. Throws `transport-interrupted` when that is part of a frame. */
  readonly end: () => readonly Frame[]
  /** Why nothing more can be read; the next `feed` or `end` throws it. */
  readonly failure: KitError | undefined
}

/** Reads bodies of one media type besides `text/event-stream`. */
export interface FrameCodec {
  /** In lower case, without parameters. */
  readonly mediaType: string
  readonly createFramer: () => ByteFramer
}
