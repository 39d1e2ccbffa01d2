import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunAgentInput, Tape } from '@agui-kit/core'
import type { TapeRead } from './tape.ts'

/** What `response.headers.json` of a recording says; the rest of it is not needed to play it. */
interface RecordedHead {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds since the request and byte count of each socket read. */
  readonly reads?: readonly (readonly [number, number])[]
  readonly ended?: string
}

const BODY_NAMES = ['response.sse', 'response.pb', 'response.json']

/**
 * A tape from a recording's folder: `response.sse` (or `.pb`, `.json`) with the exact bytes,
 * `response.headers.json`, and `request.json` where there is one. Without read boundaries the body is one read.
 */
export async function readRecording(folder: string): Promise<Tape> {
  const [body, headText, requestText] = await Promise.all([
    readFirst(BODY_NAMES.map((name) => join(folder, name))),
    readFile(join(folder, 'response.headers.json'), 'utf8'),
    readFirst([join(folder, 'request.json')]),
  ])
  const head = JSON.parse(headText) as RecordedHead
  const request = requestText === undefined ? undefined : toRunInput(JSON.parse(requestText.toString()))
  return {
    version: 1,
    ...(request === undefined ? {} : { request }),
    status: head.status,
    headers: head.headers,
    reads: cut(body ?? new Uint8Array(), head.reads ?? []),
    ended: toEnd(head.ended),
  }
}

/** A run's input as it was sent, also inside the envelope of a server with a single route; else nothing. */
function toRunInput(sent: unknown): RunAgentInput | undefined {
  const { runId, messages, body } = sent as Partial<RunAgentInput> & { readonly body?: unknown }
  if (typeof runId === 'string' && Array.isArray(messages)) return sent as RunAgentInput
  return typeof body === 'object' && body !== null ? toRunInput(body) : undefined
}

function cut(body: Uint8Array, reads: readonly (readonly [number, number])[]): readonly TapeRead[] {
  const cuts: TapeRead[] = []
  let from = 0
  let lastMs = 0
  for (const [afterMs, byteCount] of reads) {
    cuts.push(toRead(body.subarray(from, from + byteCount), afterMs))
    from += byteCount
    lastMs = afterMs
  }
  if (from < body.length) cuts.push(toRead(body.subarray(from), lastMs))
  return cuts
}

function toRead(bytes: Uint8Array, afterMs: number): TapeRead {
  const text = Buffer.from(bytes).toString('utf8')
  const isWhole = Buffer.from(text, 'utf8').equals(bytes)
  return isWhole ? { afterMs, text } : { afterMs, base64: Buffer.from(bytes).toString('base64') }
}

function toEnd(ended: string | undefined): Tape['ended'] {
  if (ended === undefined || ended === 'end') return 'end'
  return ended === 'aborted-by-client' ? 'aborted-by-client' : 'error'
}

async function readFirst(paths: readonly string[]): Promise<Buffer | undefined> {
  for (const path of paths) {
    try {
      return await readFile(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return undefined
}
