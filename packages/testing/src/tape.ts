import type { AgentEvent, RunAgentInput, Tape } from '@agui-kit/core'
import { RUN_ID, THREAD_ID } from './event.ts'

/** The bytes of one network read on a tape. */
export type TapeRead = Tape['reads'][number]

/** How a tape cuts its bytes into reads. */
export type Chunking = 'one-per-read' | 'single' | 'bytewise'

/** Options of `tapeOfEvents` and `tapeOfText`. */
export interface TapeOptions {
  /** Default: each event in a read of its own. */
  readonly chunking?: Chunking
  /** Milliseconds between two reads. Default 10. */
  readonly intervalMs?: number
  readonly status?: number
  /** Besides `content-type: text/event-stream`, or instead of it. */
  readonly headers?: Readonly<Record<string, string>>
  readonly ended?: Tape['ended']
  /** Numbers the frames as the resume extension does, `id: <runId>:<n>`, and says so in the header. */
  readonly numberedFor?: string
}

/** The smallest input: an empty thread. */
export function runInput(extra: Partial<RunAgentInput> = {}): RunAgentInput {
  return { threadId: THREAD_ID, runId: RUN_ID, messages: [], ...extra }
}

/** One event as a server frames it. */
export function toSse(event: unknown, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`
}

/** A tape of a server that sends these events. Anything JSON may stand among them, as servers do. */
export function tapeOfEvents(events: readonly (AgentEvent | object)[], options: TapeOptions = {}): Tape {
  const { numberedFor } = options
  const texts = events.map((event, index) =>
    toSse(event, numberedFor === undefined ? undefined : `${numberedFor}:${index}`),
  )
  return tapeOfText(texts, options)
}

/** A tape of these texts, whatever they are; by default each is one read. */
export function tapeOfText(texts: readonly string[], options: TapeOptions = {}): Tape {
  const { chunking = 'one-per-read', intervalMs = 10, status = 200, ended = 'end', numberedFor } = options
  return {
    version: 1,
    status,
    headers: {
      'content-type': 'text/event-stream',
      ...(numberedFor === undefined ? {} : { 'ag-ui-resume': '1' }),
      ...options.headers,
    },
    reads: toReads(texts, chunking, intervalMs),
    ended,
  }
}

function toReads(texts: readonly string[], chunking: Chunking, intervalMs: number): readonly TapeRead[] {
  if (chunking === 'bytewise') {
    const bytes = new TextEncoder().encode(texts.join(''))
    return Array.from(bytes, (byte, index) => ({
      afterMs: index * intervalMs,
      base64: btoa(String.fromCharCode(byte)),
    }))
  }
  const pieces = chunking === 'single' ? [texts.join('')] : texts
  return pieces.map((text, index) => ({ afterMs: index * intervalMs, text }))
}
