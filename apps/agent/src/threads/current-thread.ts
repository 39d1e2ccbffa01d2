import type { RunFrame } from '../runs/run-frame.ts'
import type { RunStore } from '../runs/run-store.ts'
import { applyFrame } from './apply-frame.ts'
import type { ThreadRecord, ThreadStore } from './thread-store.ts'

export interface Stores {
  readonly store: ThreadStore
  readonly runs: RunStore
}

const PAGE_FRAMES = 1_000

/**
 * The thread with the effect of every frame written so far: the record, which is saved a few times a run,
 * and after it the frames it does not hold yet. Both belong together only if no save came in between.
 */
export async function currentThread({ store, runs }: Stores, threadId: string): Promise<ThreadRecord> {
  let thread = await store.load(threadId)
  for (;;) {
    const { run } = thread
    if (run === undefined) return thread
    const frames = await readAll(runs, threadId, run.runId, run.nextIndex)
    const later = await store.load(threadId)
    if (later.revision === thread.revision) return frames.reduce(applyFrame, thread)
    thread = later
  }
}

async function readAll(
  runs: RunStore,
  threadId: string,
  runId: string,
  from: number,
): Promise<readonly RunFrame[]> {
  const frames: RunFrame[] = []
  for (;;) {
    const index = from + frames.length
    const page = await runs.read(threadId, runId, index, PAGE_FRAMES)
    // Frames behind a lost part would build on what is not there.
    if (page[0]?.index !== index) return frames
    frames.push(...page)
  }
}
