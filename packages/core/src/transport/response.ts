import type { FrameCodec } from './codec.ts'

/** The parts of a `Response` an exchange is made of; a tape has them too. */
export type ResponseLike = Pick<Response, 'status' | 'headers' | 'body'>

/** What reading a response needs to know. */
export interface ReadResponseOptions {
  readonly signal: AbortSignal
  /** Our clock in epoch milliseconds, to tell the server's from it. */
  readonly now: () => number
  /** How long to wait for the beginning of a refused body before reporting the refusal without it. */
  readonly excerptWaitMs: number
  readonly maxFrameChars?: number
  /** What can be read besides event streams. */
  readonly codecs?: readonly FrameCodec[]
}
