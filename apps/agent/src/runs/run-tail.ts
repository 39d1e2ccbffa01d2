import { isTerminal } from '../protocol/event.ts'
import type { Stores } from '../threads/current-thread.ts'
import { endOrphan } from './end-orphan.ts'
import type { RunFrame } from './run-frame.ts'

export type TailNews =
  | { readonly kind: 'frames'; readonly frames: readonly RunFrame[] }
  | { readonly kind: 'silence' }
  | { readonly kind: 'end' }

/** One reader's way along the log of a run, whoever performs it. */
export interface RunTail {
  /** The next frames, or that none came in all this time. Rejects with `LogGone` rather than skip a frame. */
  readonly next: (patienceMs: number) => Promise<TailNews>
  readonly leave: () => void
}

export interface TailOptions extends Stores {
  readonly threadId: string
  readonly runId: string
  readonly from: number
  readonly watchMs: number
}

/** The log no longer has the frame a reader needs next. */
export class LogGone extends Error {
  override readonly name = 'LogGone'
}

const PAGE_FRAMES = 1_000

export function followRun({ threadId, runId, from, watchMs, ...stores }: TailOptions): RunTail {
  const { runs } = stores
  let index = from
  let isOver = false
  let hasLeft = false
  let hasNews = false
  let wake = () => {}
  const forget = runs.watch(threadId, () => {
    hasNews = true
    wake()
  })

  const waitForNews = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      if (hasNews || hasLeft) return resolve()
      const timer = setTimeout(resolve, delayMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const take = async (): Promise<readonly RunFrame[]> => {
    const frames = await runs.read(threadId, runId, index, PAGE_FRAMES)
    const [first] = frames
    const last = frames.at(-1)
    if (first === undefined || last === undefined) return frames
    if (first.index !== index) throw new LogGone(`Frame ${index} of run ${runId} is gone.`)
    index = last.index + 1
    isOver = isTerminal(last.event)
    return frames
  }

  /** A run that says nothing may have nobody any more who performs it; then it is ended here. */
  const lookAfter = async (): Promise<void> => {
    const status = await runs.status(threadId, runId)
    if (status === undefined) throw new LogGone(`Run ${runId} is gone.`)
    if (status.kind === 'orphaned') await endOrphan(stores, threadId, runId)
    if (status.kind === 'ended' && status.nextIndex <= index) isOver = true
  }

  return {
    next: async (patienceMs) => {
      let silentMs = 0
      while (!isOver) {
        hasNews = false
        const frames = await take()
        if (frames.length > 0) return { kind: 'frames', frames }
        if (hasLeft || silentMs >= patienceMs) return { kind: 'silence' }
        const stepMs = Math.min(watchMs, patienceMs - silentMs)
        await waitForNews(stepMs)
        if (hasNews) continue
        silentMs += stepMs
        if (!hasLeft) await lookAfter()
      }
      forget()
      return { kind: 'end' }
    },
    leave: () => {
      hasLeft = true
      forget()
      wake()
    },
  }
}
