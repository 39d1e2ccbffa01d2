import { encode } from '@ag-ui/proto'
import type { Tape } from '@agui-kit/core'

type Encodable = Parameters<typeof encode>[0]

export const PROTOBUF = 'application/vnd.ag-ui.event+proto'

/** An event as a server frames it: the official encoder's bytes after their length. */
export function toFrameBytes(event: object): Uint8Array {
  return withLength(encode(event as Encodable))
}

export function withLength(body: Uint8Array): Uint8Array {
  const frame = new Uint8Array(4 + body.length)
  new DataView(frame.buffer).setUint32(0, body.length)
  frame.set(body, 4)
  return frame
}

export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(pieces))
}

/** A tape whose reads are these bytes. */
export function tapeOfBytes(
  reads: readonly Uint8Array[],
  { contentType = PROTOBUF, ended = 'end' }: { contentType?: string; ended?: Tape['ended'] } = {},
): Tape {
  return {
    version: 1,
    status: 200,
    headers: { 'content-type': contentType },
    reads: reads.map((read) => ({ afterMs: 0, base64: Buffer.from(read).toString('base64') })),
    ended,
  }
}
