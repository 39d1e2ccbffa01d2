import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { EMPTIED, emptyRunLogFile } from './run-log-file.ts'

/** For each log that is kept so many more runs are still known by name. */
const NAMES_FOR_EACH_LOG = 10

/** Makes room for one more log: empties all but the newest, and forgets the oldest names altogether. */
export async function pruneRunLogs(folder: string, keepRuns: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const logs = names.filter((name) => name.endsWith('.jsonl'))
  for (const path of await oldest(folder, logs, keepRuns - 1)) await emptyRunLogFile(path)
  const emptied = names.filter((name) => name.endsWith(EMPTIED))
  for (const path of await oldest(folder, emptied, keepRuns * NAMES_FOR_EACH_LOG)) await unlink(path)
}

async function oldest(folder: string, names: readonly string[], keep: number): Promise<readonly string[]> {
  if (names.length <= keep) return []
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return { path, changedMs: (await stat(path)).mtimeMs }
    }),
  )
  return files
    .toSorted((a, b) => b.changedMs - a.changedMs)
    .slice(keep)
    .map(({ path }) => path)
}
