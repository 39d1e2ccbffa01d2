import type { Stores } from '../threads/current-thread.ts'
import { createThreadStore } from '../threads/thread-store.ts'
import { createFileRunStore } from './file-run-store.ts'
import { openRedisStores } from './redis/redis-stores.ts'

export interface StoresOptions {
  readonly dataDir: string
  readonly redisUrl: string | undefined
  readonly leaseMs: number
  readonly keepRuns: number
  readonly maxLogFrames: number
  readonly logTtlMs: number
  readonly onFault: (error: unknown) => void
}

const REDIS_TIMEOUT_MS = 2_000

/** Files, for one process; with a Redis, that, for as many as there are. */
export async function openStores(options: StoresOptions): Promise<Stores> {
  const { redisUrl, dataDir, leaseMs } = options
  if (redisUrl !== undefined) {
    return openRedisStores({ ...options, url: redisUrl, timeoutMs: Math.min(REDIS_TIMEOUT_MS, leaseMs) })
  }
  const threads = createThreadStore(dataDir)
  return { store: threads, runs: createFileRunStore({ ...options, threads }) }
}
