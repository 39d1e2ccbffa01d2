import { setTimeout as delay } from 'node:timers/promises'
import type { StopReason } from '../../runs/run-failure.ts'
import { ClaimLost, type RunClaim, type RunStep, StoreUnavailable } from '../../runs/run-store.ts'
import type { RedisConnection } from './connection.ts'
import type { ThreadKeys } from './keys.ts'
import { ABANDON, WRITE } from './scripts.ts'

export interface RedisRetention {
  readonly leaseMs: number
  readonly keepRuns: number
  readonly maxLogFrames: number
  /** How long the log of a run can be read after its last frame. */
  readonly logTtlMs: number
}

export interface RedisClaimOptions extends RedisRetention {
  readonly redis: RedisConnection
  readonly keys: ThreadKeys
  readonly runId: string
  readonly fence: string
  readonly onStop: (why: StopReason) => void
}

/** Names of runs are kept longer than their logs, so that "gone" can be told from "never was". */
const NAME_TTL_FACTOR = 7
const RENEWALS_PER_LEASE = 4
const RETRY_MS = 50

/**
 * A claim kept alive by renewing its lease. Where Redis does not answer for as long as the lease lasts,
 * another instance may hold the thread, so the claim counts as lost on this side too.
 */
export function createRedisClaim(options: RedisClaimOptions): RunClaim {
  const { redis, keys, runId, fence, leaseMs, logTtlMs, maxLogFrames, onStop } = options
  const { lock, lease, thread } = keys
  const run = keys.run(runId)
  let renewedMs = performance.now()
  let isOver = false

  const finish = () => {
    isOver = true
    clearInterval(renewal)
    stopListening()
  }
  const lose = (cause?: unknown): ClaimLost => {
    finish()
    onStop('lost')
    return new ClaimLost(`Run ${runId} is not performed here any more.`, { cause })
  }

  const send = async (step: RunStep): Promise<void> => {
    const { first, frames, isEnd = false } = step
    const pairs = frames.flatMap(({ event, isRestated }) => [
      JSON.stringify(event),
      isRestated === true ? '1' : '0',
    ])
    const times = [leaseMs, logTtlMs, logTtlMs * NAME_TTL_FACTOR, maxLogFrames]
    const record = step.thread === undefined ? '' : JSON.stringify(step.thread)
    const args = [runId, fence, ...times, keys.news, isEnd ? 1 : 0, record, first, frames.length, ...pairs]
    const sentMs = performance.now()
    const reply = await redis.run(WRITE, [lock, lease, run, keys.log(runId), thread], args)
    const [verdict, isCancelling] = reply as readonly string[]
    if (verdict === 'lost') throw lose()
    // Counted from before the question: the lease began no earlier than that.
    renewedMs = sentMs
    if (isCancelling === '1') onStop('cancelled')
  }

  const write = async (step: RunStep): Promise<void> => {
    for (;;) {
      if (isOver) throw new ClaimLost(`Run ${runId} is not performed here any more.`)
      try {
        await send(step)
        if (step.isEnd === true) finish()
        return
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        if (performance.now() - renewedMs > leaseMs) throw lose(error)
        await delay(RETRY_MS)
      }
    }
  }

  const renew = () => {
    const isDue = performance.now() - renewedMs > leaseMs / RENEWALS_PER_LEASE / 2
    // A write renews the lease too; one under way settles by itself whether the claim is lost.
    if (isDue && !isOver) void renewLease().catch(() => {})
  }
  const renewLease = async () => {
    try {
      await send({ first: 0, frames: [] })
    } catch (error) {
      if (error instanceof StoreUnavailable && performance.now() - renewedMs > leaseMs) lose(error)
    }
  }
  const renewal = setInterval(renew, leaseMs / RENEWALS_PER_LEASE)
  const stopListening = redis.listen(keys.news, (news) => {
    if (news === 'cancel') void renewLease()
  })

  return {
    write,
    abandon: async () => {
      finish()
      await redis.run(ABANDON, [lock, lease, run], [runId, fence])
    },
  }
}
