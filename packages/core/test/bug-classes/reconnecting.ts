// A server that offers the resume extension, over real HTTP.
import { resumeExtension, type Tape } from '@agui-kit/core'
import { type TapeOptions, tapeOfText, toSse } from '@agui-kit/testing'
import type { ReceivedRequest } from '@agui-kit/testing/node'
import { type Live, type LiveOptions, meetServer } from './live.ts'

/** Frames of a run that are numbered from one on, and what the body does after them. */
export function numbered(
  runId: string,
  from: number,
  events: readonly object[],
  options: TapeOptions = {},
): Tape {
  const texts = events.map((event, at) => toSse(event, `${runId}:${from + at}`))
  return tapeOfText(texts, { ...options, headers: { 'ag-ui-resume': '1', ...options.headers } })
}

/** An answer with a status and nothing more. */
export const status = (code: number): Tape => tapeOfText([], { status: code })

/** What the server does with each kind of request; `at` counts those of a kind. */
export interface ResumeScript {
  readonly post: (request: ReceivedRequest, at: number) => Tape | Promise<Tape>
  readonly reattach?: (request: ReceivedRequest, at: number) => Tape | Promise<Tape>
  readonly snapshot?: (request: ReceivedRequest, at: number) => object | number
  readonly cancel?: (request: ReceivedRequest) => Tape
}

export interface ResumeLive extends Live {
  /** The positions from which the run was asked for again. */
  readonly lastEventIds: () => readonly unknown[]
  readonly asked: (kind: Kind) => readonly ReceivedRequest[]
}

type Kind = 'post' | 'reattach' | 'snapshot' | 'cancel'

export const resumable: LiveOptions = {
  http: { resume: resumeExtension },
  // Attempts follow one another at once; how long they wait is proven elsewhere, with time in the test's hand.
  retry: { firstMs: 0, maxMs: 0 },
}

export async function meetResumable(script: ResumeScript, options: LiveOptions = {}): Promise<ResumeLive> {
  const seen: Readonly<Record<Kind, ReceivedRequest[]>> = { post: [], reattach: [], snapshot: [], cancel: [] }
  const live = await meetServer(
    (request) => {
      const kind = kindOf(request)
      const at = seen[kind].push(request) - 1
      if (kind === 'snapshot') return toSnapshotTape(script.snapshot?.(request, at) ?? 404)
      return script[kind]?.(request, at) ?? status(404)
    },
    { ...resumable, ...options },
  )
  return {
    ...live,
    asked: (kind) => seen[kind],
    lastEventIds: () => seen.reattach.map(({ headers }) => headers['last-event-id']),
  }
}

function kindOf({ method, path }: ReceivedRequest): Kind {
  if (path.endsWith('/events')) return 'reattach'
  if (path.endsWith('/cancel')) return 'cancel'
  return method === 'POST' ? 'post' : 'snapshot'
}

function toSnapshotTape(answer: object | number): Tape {
  return typeof answer === 'number'
    ? status(answer)
    : tapeOfText([JSON.stringify(answer)], { headers: { 'content-type': 'application/json' } })
}
