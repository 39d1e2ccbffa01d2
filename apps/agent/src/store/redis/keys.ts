import { toFileName } from '../file-name.ts'

/** Names in Redis. Those of one thread share a hash tag, so that scripts also work on a cluster. */
export interface ThreadKeys {
  readonly thread: string
  /** Hash: `fence`, counted up with every claim, and `active`, the run that is not over. */
  readonly lock: string
  /** The run whose owner is alive; it expires unless it is renewed. */
  readonly lease: string
  /** List of the runs whose logs are kept, the newest first. */
  readonly runs: string
  /** Channel on which readers hear of new frames and owners of wishes to cancel. */
  readonly news: string
  /** What the two keys of a run begin with, in front of its id. */
  readonly runPrefix: string
  readonly logPrefix: string
  readonly run: (runId: string) => string
  readonly log: (runId: string) => string
  readonly toolResult: (toolCallId: string) => string
}

export function toKeys(threadId: string): ThreadKeys {
  const base = `agui:{${toFileName(threadId)}}`
  const runPrefix = `${base}:run:`
  const logPrefix = `${base}:log:`
  return {
    thread: `${base}:thread`,
    lock: `${base}:lock`,
    lease: `${base}:lease`,
    runs: `${base}:runs`,
    news: `${base}:news`,
    runPrefix,
    logPrefix,
    run: (runId) => runPrefix + runId,
    log: (runId) => logPrefix + runId,
    toolResult: (toolCallId) => `${base}:tool-result:${toFileName(toolCallId)}`,
  }
}
