import type { RunFrame, RunLog } from './runs/run-log.ts'

export interface SseOptions {
  readonly runId: string
  readonly heartbeatMs: number
  /** What a client should wait before it tries again. */
  readonly retryMs: number
  /** The reader went away before the end. */
  readonly onLeave: () => void
}

const encoder = new TextEncoder()

const toBlock = (runId: string, { index, event }: RunFrame): string =>
  `id: ${runId}:${index}\ndata: ${JSON.stringify(event)}\n\n`

/**
 * The frames of a run as an SSE body: from the first one on, then live to the end, with a comment whenever
 * nothing was said for a while so that nobody between here and the reader takes the silence for death.
 */
export function toSseBody(log: RunLog, options: SseOptions): ReadableStream<Uint8Array> {
  const { runId, heartbeatMs, retryMs, onLeave } = options
  let next = 0
  const leave = new AbortController()

  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`))
    },
    pull: async (controller) => {
      if (log.framesFrom(next).length === 0 && !log.isEnded()) {
        const isSilent = await waitForChange(log, heartbeatMs, leave.signal)
        if (leave.signal.aborted) return
        if (isSilent) {
          controller.enqueue(encoder.encode(': alive\n\n'))
          return
        }
      }
      const frames = log.framesFrom(next)
      next += frames.length
      if (frames.length > 0)
        controller.enqueue(encoder.encode(frames.map((frame) => toBlock(runId, frame)).join('')))
      if (log.isEnded()) controller.close()
    },
    cancel: () => {
      leave.abort()
      onLeave()
    },
  })
}

/** Resolves to true when nothing happened in the log for the whole time. */
const waitForChange = (log: RunLog, patienceMs: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isSilent: boolean) => {
      clearTimeout(timer)
      forget()
      signal.removeEventListener('abort', onLeave)
      resolve(isSilent)
    }
    const onLeave = () => settle(false)
    const timer = setTimeout(() => settle(true), patienceMs)
    const forget = log.onChange(() => settle(false))
    signal.addEventListener('abort', onLeave)
  })
