import { join } from 'node:path'
import type { StopReason } from '../runs/run-failure.ts'
import type { RunFrame } from '../runs/run-frame.ts'
import { type Begun, ClaimLost, type RunClaim, type RunStatus, type RunStore } from '../runs/run-store.ts'
import { type FileThreadStore, toThreadFolder } from '../threads/thread-store.ts'
import { toFileName } from './file-name.ts'
import { pruneRunLogs } from './prune-run-logs.ts'
import {
  createRunLogFile,
  type RunLogHeader,
  type RunLogWriter,
  readRunLog,
  reopenRunLogFile,
  trimRunLogFile,
} from './run-log-file.ts'

export interface RunRetention {
  /** Logs of so many runs are kept for each thread. */
  readonly keepRuns: number
  /** A longer log loses its oldest half; who needs it takes a snapshot. */
  readonly maxLogFrames: number
}

export interface FileRunStoreOptions extends RunRetention {
  readonly dataDir: string
  readonly threads: FileThreadStore
}

interface LiveRun extends RunLogHeader {
  readonly file: RunLogWriter
  readonly frames: RunFrame[]
  firstIndex: number
  nextIndex: number
  isCancelling: boolean
  readonly onStop: (why: StopReason) => void
}

/**
 * Logs in files, for one process. Its own memory says which runs are alive: a log without an end that is
 * not in it belongs to a process that died.
 */
export function createFileRunStore(options: FileRunStoreOptions): RunStore {
  const { dataDir, threads } = options
  const live = new Map<string, LiveRun>()
  const watchers = new Map<string, Set<() => void>>()
  const queues = new Map<string, Promise<unknown>>()

  const folder = (threadId: string) => join(toThreadFolder(dataDir, threadId), 'runs')
  const logPath = (threadId: string, runId: string) => join(folder(threadId), `${toFileName(runId)}.jsonl`)
  const tell = (threadId: string) => {
    for (const notify of watchers.get(threadId) ?? []) notify()
  }

  /** One after the other for each thread: between looking and taking nobody else may take. */
  const alone = <T>(threadId: string, work: () => Promise<T>): Promise<T> => {
    const turn = (queues.get(threadId) ?? Promise.resolve()).then(work)
    const settled = turn.catch(() => {})
    queues.set(threadId, settled)
    void settled.then(() => {
      if (queues.get(threadId) === settled) queues.delete(threadId)
    })
    return turn
  }

  const toClaim = (threadId: string, run: LiveRun): RunClaim => {
    const free = async () => {
      if (live.get(threadId) === run) live.delete(threadId)
      await run.file.close()
    }
    return {
      write: async ({ frames, thread, isEnd = false }) => {
        if (live.get(threadId) !== run)
          throw new ClaimLost(`Run ${run.runId} is not performed here any more.`)
        try {
          if (frames.length > 0) await run.file.append(frames)
          if (thread !== undefined) await threads.save(thread)
        } catch (cause) {
          // What the file holds now is not known; whoever asks next reads it and ends the run.
          await free().catch(() => {})
          throw new ClaimLost('The log could not be written.', { cause })
        }
        run.frames.push(...frames)
        run.nextIndex += frames.length
        if (isEnd) await free()
        else if (thread !== undefined && run.frames.length > options.maxLogFrames) dropOldHalf(run)
        tell(threadId)
        if (isEnd) await trimEnded(threadId, run)
      },
      abandon: free,
    }
  }

  /** Only memory is relieved while the run goes on; its file is cut when it ends. */
  const dropOldHalf = (run: LiveRun): void => {
    run.frames.splice(0, run.frames.length - Math.floor(options.maxLogFrames / 2))
    run.firstIndex = run.nextIndex - run.frames.length
  }

  const trimEnded = async (threadId: string, run: LiveRun): Promise<void> => {
    if (run.firstIndex > 0)
      await trimRunLogFile(logPath(threadId, run.runId), run, run.frames, run.firstIndex)
  }

  const begin: RunStore['begin'] = ({ threadId, runId, inputSha256 }, onStop) =>
    alone(threadId, async (): Promise<Begun> => {
      const busy = live.get(threadId)
      if (busy?.runId === runId) return { kind: 'known', inputSha256: busy.inputSha256 }
      const known = await readRunLog(logPath(threadId, runId))
      if (busy !== undefined && (known === undefined || known.nextIndex === 0)) {
        return { kind: 'busy', runId: busy.runId, isCancelling: busy.isCancelling }
      }
      if (known !== undefined && known.nextIndex > 0) {
        return { kind: 'known', inputSha256: known.inputSha256 }
      }
      const { run: mark } = await threads.load(threadId)
      const last = mark && (await readRunLog(logPath(threadId, mark.runId)))
      if (last !== undefined && last.nextIndex > 0 && !last.isEnded) {
        return { kind: 'orphaned', runId: last.runId }
      }
      await pruneRunLogs(folder(threadId), options.keepRuns)
      const file = await createRunLogFile(logPath(threadId, runId), { runId, inputSha256 })
      const numbers = { firstIndex: 0, nextIndex: 0 }
      const run: LiveRun = { runId, inputSha256, file, frames: [], ...numbers, isCancelling: false, onStop }
      live.set(threadId, run)
      return { kind: 'begun', claim: toClaim(threadId, run) }
    })

  const takeOver: RunStore['takeOver'] = (threadId, runId) =>
    alone(threadId, async () => {
      const stored = await readRunLog(logPath(threadId, runId))
      if (live.has(threadId) || stored === undefined || stored.isEnded) return undefined
      const file = await reopenRunLogFile(logPath(threadId, runId), stored)
      const { inputSha256, firstIndex, nextIndex, frames } = stored
      const numbers = { firstIndex, nextIndex }
      const onStop = () => {}
      const run: LiveRun = {
        runId,
        inputSha256,
        file,
        frames: [...frames],
        ...numbers,
        isCancelling: false,
        onStop,
      }
      live.set(threadId, run)
      return toClaim(threadId, run)
    })

  const status: RunStore['status'] = async (threadId, runId): Promise<RunStatus | undefined> => {
    const run = live.get(threadId)
    if (run?.runId === runId) {
      const { inputSha256, firstIndex, nextIndex, isCancelling } = run
      return { kind: 'live', inputSha256, firstIndex, nextIndex, isCancelling }
    }
    const stored = await readRunLog(logPath(threadId, runId))
    if (stored === undefined || stored.nextIndex === 0) return undefined
    const { inputSha256, firstIndex, nextIndex, isEnded } = stored
    return { kind: isEnded ? 'ended' : 'orphaned', inputSha256, firstIndex, nextIndex, isCancelling: false }
  }

  return {
    begin,
    takeOver,
    status,
    read: async (threadId, runId, from, limit) => {
      const run = live.get(threadId)
      const isLive = run?.runId === runId
      const frames = isLive ? run.frames : ((await readRunLog(logPath(threadId, runId)))?.frames ?? [])
      const at = Math.max(0, from - (frames[0]?.index ?? 0))
      return frames.slice(at, at + limit)
    },
    requestCancel: async (threadId, runId) => {
      const run = live.get(threadId)
      if (run?.runId !== runId || run.isCancelling) return
      run.isCancelling = true
      run.onStop('cancelled')
    },
    watch: (threadId, notify) => {
      const notified = watchers.get(threadId) ?? new Set()
      watchers.set(threadId, notified.add(notify))
      return () => {
        notified.delete(notify)
        if (notified.size === 0 && watchers.get(threadId) === notified) watchers.delete(threadId)
      }
    },
    close: async () => {},
  }
}
