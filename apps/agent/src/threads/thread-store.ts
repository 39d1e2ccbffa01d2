import { join } from 'node:path'
import type { InterruptRecord, Resumption } from '../interrupts/interrupt-record.ts'
import { toFileName } from '../store/file-name.ts'
import { createJsonFile } from '../store/json-file.ts'
import type { ThreadView } from './thread-view.ts'

/** Everything this side remembers of a thread. */
export interface ThreadRecord extends ThreadView {
  readonly version: 1
  readonly threadId: string
  readonly runIds: readonly string[]
  readonly interrupts: readonly InterruptRecord[]
  readonly resumptions: readonly Resumption[]
}

export interface ThreadStore {
  /** The thread, or an empty one nobody has written to yet. */
  readonly load: (threadId: string) => Promise<ThreadRecord>
  readonly save: (thread: ThreadRecord) => Promise<void>
  readonly loadToolResult: (threadId: string, toolCallId: string) => Promise<string | undefined>
  readonly saveToolResult: (threadId: string, toolCallId: string, text: string) => Promise<void>
}

export function createThreadStore(dataDir: string): ThreadStore {
  const folder = (threadId: string) => join(dataDir, 'threads', toFileName(threadId))
  const threadFile = (threadId: string) => createJsonFile<ThreadRecord>(join(folder(threadId), 'thread.json'))
  const resultFile = (threadId: string, toolCallId: string) =>
    createJsonFile<{ readonly text: string }>(
      join(folder(threadId), 'tool-results', `${toFileName(toolCallId)}.json`),
    )
  return {
    load: async (threadId) => (await threadFile(threadId).read()) ?? emptyThread(threadId),
    save: (thread) => threadFile(thread.threadId).write(thread),
    loadToolResult: async (threadId, toolCallId) => (await resultFile(threadId, toolCallId).read())?.text,
    saveToolResult: (threadId, toolCallId, text) => resultFile(threadId, toolCallId).write({ text }),
  }
}

const emptyThread = (threadId: string): ThreadRecord => ({
  version: 1,
  threadId,
  messages: [],
  state: {},
  runIds: [],
  interrupts: [],
  resumptions: [],
})
