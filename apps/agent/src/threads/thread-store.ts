import { join } from 'node:path'
import type { InterruptRecord, Resumption } from '../interrupts/interrupt-record.ts'
import type { RunOutcome } from '../protocol/event.ts'
import type { Opener } from '../runs/open-brackets.ts'
import type { RunEnd } from '../runs/run-frame.ts'
import { toFileName } from '../store/file-name.ts'
import { createJsonFile } from '../store/json-file.ts'
import type { ThreadView } from './thread-view.ts'

/** The run in progress, and how much of it the record holds. */
export interface RunMark {
  readonly runId: string
  /** The record has the effect of every frame below this one. */
  readonly nextIndex: number
  /** What those frames opened and did not close. */
  readonly open: readonly Opener[]
  /** Decided, and everything it rests on is stored; only the last event may still be missing. */
  readonly outcome?: RunOutcome | undefined
}

export type EndedRun = RunEnd & { readonly runId: string }

/** Everything this side remembers of a thread. */
export interface ThreadRecord extends ThreadView {
  readonly version: 1
  readonly threadId: string
  /** Counts the saves. */
  readonly revision: number
  readonly run?: RunMark | undefined
  readonly lastRun?: EndedRun | undefined
  readonly interrupts: readonly InterruptRecord[]
  readonly resumptions: readonly Resumption[]
}

/** Threads are written as part of a run's steps, by whoever holds its claim; anybody may read. */
export interface ThreadStore {
  /** The thread, or an empty one nobody has written to yet. */
  readonly load: (threadId: string) => Promise<ThreadRecord>
  readonly loadToolResult: (threadId: string, toolCallId: string) => Promise<string | undefined>
  readonly saveToolResult: (threadId: string, toolCallId: string, text: string) => Promise<void>
}

export interface FileThreadStore extends ThreadStore {
  readonly save: (thread: ThreadRecord) => Promise<void>
}

export const toThreadFolder = (dataDir: string, threadId: string): string =>
  join(dataDir, 'threads', toFileName(threadId))

export function createThreadStore(dataDir: string): FileThreadStore {
  const folder = (threadId: string) => toThreadFolder(dataDir, threadId)
  const threadFile = (threadId: string) => createJsonFile<ThreadRecord>(join(folder(threadId), 'thread.json'))
  const resultFile = (threadId: string, toolCallId: string) =>
    createJsonFile<{ readonly text: string }>(
      join(folder(threadId), 'tool-results', `${toFileName(toolCallId)}.json`),
    )
  return {
    load: async (threadId) => ({ ...emptyThread(threadId), ...(await threadFile(threadId).read()) }),
    save: (thread) => threadFile(thread.threadId).write(thread),
    loadToolResult: async (threadId, toolCallId) => (await resultFile(threadId, toolCallId).read())?.text,
    saveToolResult: (threadId, toolCallId, text) => resultFile(threadId, toolCallId).write({ text }),
  }
}

export const emptyThread = (threadId: string): ThreadRecord => ({
  version: 1,
  threadId,
  revision: 0,
  messages: [],
  state: {},
  interrupts: [],
  resumptions: [],
})
