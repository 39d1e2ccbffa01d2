import { threadLang } from '../planner/lang.ts'
import { applyFrame } from '../threads/apply-frame.ts'
import { currentThread, type Stores } from '../threads/current-thread.ts'
import { toInterrupted } from './end-run.ts'

/**
 * Ends a run whose owner is gone. If its end was decided and only the last event is missing, that is said;
 * otherwise that it was interrupted. Its plan is not taken up again: a tool of it may have run or not, and
 * only the person, by sending the same decision again under its one key, can ask for the rest safely.
 */
export async function endOrphan(stores: Stores, threadId: string, runId: string): Promise<void> {
  const claim = await stores.runs.takeOver(threadId, runId)
  if (claim === undefined) return
  const thread = await currentThread(stores, threadId)
  const nextIndex = (await stores.runs.status(threadId, runId))?.nextIndex ?? 0
  const mark = thread.run?.runId === runId ? thread.run : { runId, nextIndex, open: [] }
  const outcome = 'outcome' in mark ? mark.outcome : undefined
  const event =
    outcome === undefined
      ? toInterrupted(threadLang(thread.messages))
      : { type: 'RUN_FINISHED' as const, threadId, runId, outcome }
  const frame = { index: nextIndex, event }
  const ended = applyFrame({ ...thread, revision: thread.revision + 1, run: mark }, frame)
  await claim.write({ first: nextIndex, frames: [frame], thread: ended, isEnd: true })
}
