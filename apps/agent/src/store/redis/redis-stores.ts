import type { AgentEvent } from '../../protocol/event.ts'
import type { StopReason } from '../../runs/run-failure.ts'
import type { RunFrame } from '../../runs/run-frame.ts'
import type { Begun, RunStatus, RunStore } from '../../runs/run-store.ts'
import type { Stores } from '../../threads/current-thread.ts'
import { emptyThread, type ThreadRecord, type ThreadStore } from '../../threads/thread-store.ts'
import { connectRedis, type RedisConnectionOptions } from './connection.ts'
import { toKeys } from './keys.ts'
import { createRedisClaim, type RedisRetention } from './redis-claim.ts'
import { BEGIN, CANCEL, STATUS, TAKE_OVER } from './scripts.ts'

export type RedisStoresOptions = RedisRetention & RedisConnectionOptions

/** Threads, logs and locks in one Redis, for any number of instances. */
export async function openRedisStores(options: RedisStoresOptions): Promise<Stores> {
  const redis = await connectRedis(options)
  const { leaseMs, keepRuns } = options

  const store: ThreadStore = {
    load: async (threadId) => {
      const text = await redis.ask((client) => client.get(toKeys(threadId).thread))
      return text === null ? emptyThread(threadId) : (JSON.parse(text) as ThreadRecord)
    },
    loadToolResult: async (threadId, toolCallId) =>
      (await redis.ask((client) => client.get(toKeys(threadId).toolResult(toolCallId)))) ?? undefined,
    saveToolResult: async (threadId, toolCallId, text) => {
      await redis.ask((client) => client.set(toKeys(threadId).toolResult(toolCallId), text))
    },
  }

  const claim = (threadId: string, runId: string, fence: string, onStop: (why: StopReason) => void) =>
    createRedisClaim({ ...options, redis, keys: toKeys(threadId), runId, fence, onStop })

  const runs: RunStore = {
    begin: async ({ threadId, runId, inputSha256 }, onStop): Promise<Begun> => {
      const keys = toKeys(threadId)
      const names = [keys.lock, keys.lease, keys.run(runId), keys.runs]
      const args = [runId, inputSha256, leaseMs, keepRuns, keys.runPrefix, keys.logPrefix]
      const [kind, value = '', flag] = (await redis.run(BEGIN, names, args)) as readonly string[]
      switch (kind) {
        case 'known':
          return { kind, inputSha256: value }
        case 'busy':
          return { kind, runId: value, isCancelling: flag === '1' }
        case 'orphaned':
          return { kind, runId: value }
        default:
          return { kind: 'begun', claim: claim(threadId, runId, value, onStop) }
      }
    },
    takeOver: async (threadId, runId) => {
      const { lock, lease, run } = toKeys(threadId)
      const fence = await redis.run(TAKE_OVER, [lock, lease, run(runId)], [runId, leaseMs])
      return typeof fence === 'string' ? claim(threadId, runId, fence, () => {}) : undefined
    },
    status: async (threadId, runId): Promise<RunStatus | undefined> => {
      const { lease, run, log } = toKeys(threadId)
      const reply = await redis.run(STATUS, [lease, run(runId), log(runId)], [runId])
      if (!Array.isArray(reply)) return undefined
      const [inputSha256 = '', next, first, ended, cancel, leased] = reply as readonly string[]
      const numbers = { firstIndex: Number(first), nextIndex: Number(next) }
      const about = { inputSha256, ...numbers, isCancelling: cancel === '1' }
      if (ended === '1') return { kind: 'ended', ...about }
      if (leased === '1') return { kind: 'live', ...about }
      return numbers.nextIndex === 0 ? undefined : { kind: 'orphaned', ...about }
    },
    read: async (threadId, runId, from, limit) => {
      const range = { COUNT: limit }
      const key = toKeys(threadId).log(runId)
      const entries = await redis.ask((client) => client.xRange(key, `${from}-0`, '+', range))
      return (entries ?? []).map(({ id, message }) => toFrame(id, message))
    },
    requestCancel: async (threadId, runId) => {
      const { run, news } = toKeys(threadId)
      await redis.run(CANCEL, [run(runId)], [news])
    },
    watch: (threadId, notify) => redis.listen(toKeys(threadId).news, () => notify()),
    close: redis.close,
  }

  return { store, runs }
}

const toFrame = (id: string, fields: Readonly<Record<string, string>>): RunFrame => ({
  index: Number(id.split('-')[0]),
  event: JSON.parse(fields['e'] ?? '') as AgentEvent,
  ...(fields['r'] === '1' ? { isRestated: true } : {}),
})
