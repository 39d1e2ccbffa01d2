import type { CaseTransport } from './case.ts'

/** How the bytes of a response reach the client: the result must not depend on it. */
export type Delivery = 'event-per-read' | 'one-read' | 'bytewise'

/** A response as a network would bring it: its reads, and how it ends. */
export interface Delivered {
  readonly reads: readonly Uint8Array[]
  readonly status: number
  readonly contentType: string
  readonly breaks: boolean
}

const encoder = new TextEncoder()

/** Events framed as server-sent events, cut into reads as asked. */
export function deliverEvents(events: readonly unknown[], delivery: Delivery): Delivered {
  const frames = events.map((event) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`))
  const reads = {
    'event-per-read': () => frames,
    'one-read': () => [concat(frames)],
    bytewise: () => cut(concat(frames), 1),
  }[delivery]()
  return { reads, status: 200, contentType: 'text/event-stream', breaks: false }
}

/** A raw response with exactly the reads its case says. */
export function deliverRaw(transport: CaseTransport): Delivered {
  const {
    chunks = [],
    bytewise,
    base64,
    rechunk,
    status = 200,
    contentType = 'text/event-stream',
    end,
  } = transport
  const frames = base64?.map((text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0)))
  const reads =
    frames !== undefined
      ? rechunk === undefined
        ? frames
        : cut(concat(frames), rechunk)
      : bytewise !== undefined
        ? cut(encoder.encode(bytewise), 1)
        : chunks.map((chunk) => encoder.encode(chunk))
  return { reads, status, contentType, breaks: end === 'error' }
}

/** A response that gives one read each time it is asked. */
export function toResponse({ reads, status, contentType, breaks }: Delivered): Response {
  let next = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const read = reads[next++]
        if (read !== undefined) controller.enqueue(read)
        else if (breaks) controller.error(new TypeError('The connection broke.'))
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body as BodyInit, { status, headers: { 'content-type': contentType } })
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

function cut(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
  return pieces
}
