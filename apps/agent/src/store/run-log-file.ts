import { mkdir, open, readFile, rename, truncate, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isTerminal } from '../protocol/event.ts'
import type { RunFrame } from '../runs/run-frame.ts'

export interface RunLogHeader {
  readonly runId: string
  readonly inputSha256: string
}

export interface StoredRunLog extends RunLogHeader {
  /** The first frame that is kept; those before it were dropped to keep the file small. */
  readonly firstIndex: number
  readonly frames: readonly RunFrame[]
  readonly nextIndex: number
  readonly isEnded: boolean
  /** Bytes up to the end of the last whole line: a crash may leave half of one behind it. */
  readonly wholeBytes: number
}

export interface RunLogWriter {
  readonly append: (frames: readonly RunFrame[]) => Promise<void>
  readonly close: () => Promise<void>
}

const NEWLINE = 0x0a
/** Behind the name of a log whose frames were let go. */
export const EMPTIED = '.emptied'

const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`

const readIfThere = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** One run's log as lines of JSON: a header, then a frame a line. Of an emptied one the header is left. */
export async function readRunLog(path: string): Promise<StoredRunLog | undefined> {
  const bytes = (await readIfThere(path)) ?? (await readIfThere(path + EMPTIED))
  if (bytes === undefined) return undefined
  const wholeBytes = bytes.lastIndexOf(NEWLINE) + 1
  const [head, ...lines] = bytes.subarray(0, wholeBytes).toString('utf8').split('\n').slice(0, -1)
  if (head === undefined) return undefined
  const header = JSON.parse(head) as RunLogHeader & { readonly firstIndex?: number }
  const frames = lines.map((line) => JSON.parse(line) as RunFrame)
  const last = frames.at(-1)
  const firstIndex = frames[0]?.index ?? header.firstIndex ?? 0
  return {
    runId: header.runId,
    inputSha256: header.inputSha256,
    firstIndex,
    frames,
    nextIndex: last === undefined ? firstIndex : last.index + 1,
    // A header that begins beyond 0 and has no frames is all that was kept of a run that is over.
    isEnded: last === undefined ? firstIndex > 0 : isTerminal(last.event),
    wholeBytes,
  }
}

export async function createRunLogFile(path: string, header: RunLogHeader): Promise<RunLogWriter> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, toLine(header))
  return openRunLogFile(path)
}

/** Goes on writing a log. What a crash left half-written is cut off first. */
export async function reopenRunLogFile(path: string, { wholeBytes }: StoredRunLog): Promise<RunLogWriter> {
  await truncate(path, wholeBytes)
  return openRunLogFile(path)
}

async function openRunLogFile(path: string): Promise<RunLogWriter> {
  const file = await open(path, 'a')
  return {
    // One write a step: it survives the death of this process, which is what readers were promised.
    append: (frames) => file.appendFile(frames.map(toLine).join('')),
    close: async () => {
      await file.datasync()
      await file.close()
    },
  }
}

/** Keeps of a log only its frames from an index on. */
export async function trimRunLogFile(
  path: string,
  { runId, inputSha256 }: RunLogHeader,
  frames: readonly RunFrame[],
  firstIndex: number,
): Promise<void> {
  const temporary = `${path}.tmp`
  await writeFile(temporary, [{ runId, inputSha256, firstIndex }, ...frames].map(toLine).join(''))
  await rename(temporary, path)
}

/** Lets the frames go and keeps the name: such a run is gone, which is not the same as never having been. */
export async function emptyRunLogFile(path: string): Promise<void> {
  const log = await readRunLog(path)
  if (log === undefined) return
  await trimRunLogFile(path, log, [], log.nextIndex)
  await rename(path, path + EMPTIED)
}
