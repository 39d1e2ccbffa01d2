import { toEventId } from './protocol/event-id.ts'
import type { RunFrame } from './runs/run-frame.ts'
import { LogGone, type RunTail } from './runs/run-tail.ts'

export interface SseOptions {
  readonly runId: string
  readonly heartbeatMs: number
  /** What a client should wait before it tries again. */
  readonly retryMs: number
  readonly onFault: (error: unknown) => void
}

const encoder = new TextEncoder()

const toBlock = (runId: string, { index, event }: RunFrame): string =>
  `id: ${toEventId(runId, index)}\ndata: ${JSON.stringify(event)}\n\n`

/**
 * The frames of a run as an SSE body, from where its reader stands to the end, with a comment whenever
 * nothing was said for a while so that nobody between here and the reader takes the silence for death.
 * A reader that leaves takes nothing along: the run goes on. Where the next frame cannot be had, the body
 * ends without a terminal event, which no reader may take for the end of the run.
 */
export function toSseBody(tail: RunTail, options: SseOptions): ReadableStream<Uint8Array> {
  const { runId, heartbeatMs, retryMs, onFault } = options
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`))
    },
    pull: async (controller) => {
      try {
        const news = await tail.next(heartbeatMs)
        if (news.kind === 'end') controller.close()
        else if (news.kind === 'silence') controller.enqueue(encoder.encode(': alive\n\n'))
        else {
          const blocks = news.frames.map((frame) => toBlock(runId, frame))
          controller.enqueue(encoder.encode(blocks.join('')))
        }
      } catch (error) {
        tail.leave()
        controller.close()
        if (!(error instanceof LogGone)) onFault(error)
      }
    },
    cancel: tail.leave,
  })
}
