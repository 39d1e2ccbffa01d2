import { createHash } from 'node:crypto'
import { createClient, ErrorReply } from '@redis/client'
import { StoreUnavailable } from '../../runs/run-store.ts'

export interface Script {
  readonly text: string
  readonly sha1: string
}

export const toScript = (text: string): Script => ({
  text,
  sha1: createHash('sha1').update(text).digest('hex'),
})

type Client = ReturnType<typeof createClient>

export interface RedisConnection {
  /** Asks Redis, and fails as `StoreUnavailable` when it cannot be asked. */
  readonly ask: <T>(question: (client: Client) => Promise<T>) => Promise<T>
  readonly run: (
    script: Script,
    keys: readonly string[],
    args: readonly (string | number)[],
  ) => Promise<unknown>
  /** Calls back on every message of a channel, and once when listening begins. Returns the way to stop. */
  readonly listen: (channel: string, notify: (message: string) => void) => () => void
  readonly close: () => Promise<void>
}

export interface RedisConnectionOptions {
  readonly url: string
  readonly timeoutMs: number
  readonly onFault: (error: unknown) => void
}

const RECONNECT_MAX_MS = 1_000

export async function connectRedis(options: RedisConnectionOptions): Promise<RedisConnection> {
  const { url, timeoutMs, onFault } = options
  let isUp = false
  const open = (): Client =>
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the inferred type names every module
    createClient({
      url,
      // A request that cannot be answered now is refused now, and the client told to come back.
      disableOfflineQueue: true,
      socket: {
        connectTimeout: timeoutMs,
        // At the start a wrong address is a mistake to report; later a lost connection is looked for again.
        reconnectStrategy: (retries) => (isUp ? Math.min(50 * 2 ** retries, RECONNECT_MAX_MS) : false),
      },
    }) as Client
  const client = open()
  const listener = open()
  // Lost connections show in every question that fails; the event needs a listener all the same.
  for (const each of [client, listener]) each.on('error', () => {})
  try {
    await Promise.all([client.connect(), listener.connect()])
  } catch (cause) {
    client.destroy()
    listener.destroy()
    throw new StoreUnavailable('Redis cannot be reached. Check REDIS_URL, or start it.', { cause })
  }
  isUp = true

  const ask = async <T>(question: (client: Client) => Promise<T>): Promise<T> => {
    try {
      return await within(timeoutMs, question(client))
    } catch (cause) {
      if (cause instanceof ErrorReply) throw cause
      throw new StoreUnavailable('Redis cannot be reached.', { cause })
    }
  }

  const run: RedisConnection['run'] = (script, keys, args) =>
    ask(async () => {
      const call = { keys: [...keys], arguments: args.map(String) }
      try {
        return await client.evalSha(script.sha1, call)
      } catch (error) {
        if (!(error instanceof ErrorReply) || !error.message.startsWith('NOSCRIPT')) throw error
        return client.eval(script.text, call)
      }
    })

  const listen: RedisConnection['listen'] = (channel, notify) => {
    const subscribing = listener.subscribe(channel, notify)
    subscribing.then(
      () => notify(''),
      // Whoever listens also looks by itself now and then, so news come late but not never.
      onFault,
    )
    return () => void subscribing.then(() => listener.unsubscribe(channel, notify)).catch(() => {})
  }

  return {
    ask,
    run,
    listen,
    close: async () => {
      await listener.close().catch(() => listener.destroy())
      await client.close().catch(() => client.destroy())
    },
  }
}

/** A Redis that hangs counts as one that is gone; the answer, should it still come, is not waited for. */
const within = <T>(timeoutMs: number, answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
