import { trackOpen } from '../runs/open-brackets.ts'
import { type RunFrame, toRunEnd } from '../runs/run-frame.ts'
import type { ThreadRecord } from './thread-store.ts'
import { applyEvent } from './thread-view.ts'

/** The effect of one frame of the thread's current run: the same while it runs and when its log is read later. */
export function applyFrame(thread: ThreadRecord, { index, event, isRestated }: RunFrame): ThreadRecord {
  const { messages, state } = isRestated === true ? thread : applyEvent(thread, event)
  const { run } = thread
  if (run === undefined) return { ...thread, messages, state }
  const end = toRunEnd(event)
  if (end !== undefined) {
    return { ...thread, messages, state, run: undefined, lastRun: { runId: run.runId, ...end } }
  }
  return {
    ...thread,
    messages,
    state,
    run: { ...run, nextIndex: index + 1, open: trackOpen(run.open, event) },
  }
}
