import type { RunAgentInput } from '../src/protocol/run.ts'
import type { Frame, ResponseHead, Transport } from '../src/transport/transport.ts'

/** One open exchange, driven by a test. */
export interface ScriptedExchange {
  readonly input: RunAgentInput
  readonly signal: AbortSignal
  /** Delivers one network read. Resolves when the session has worked it in, or has stopped reading. */
  readonly push: (...events: readonly object[]) => Promise<void>
  /** The same with numbered frames: the index of each before its event. */
  readonly pushNumbered: (...events: readonly (readonly [index: number, event: object])[]) => Promise<void>
  /** Ends the body. */
  readonly end: () => Promise<void>
  /** Breaks the connection. */
  readonly break: (error: unknown) => Promise<void>
}

/** A transport whose network is a test. */
export interface ScriptedTransport extends Transport {
  readonly inputs: readonly RunAgentInput[]
  /** The next exchange that was opened and not taken yet; waits for it. */
  readonly next: () => Promise<ScriptedExchange>
  /** What the next `open` does instead of answering. */
  readonly refuseNext: (error: unknown) => void
}

type Item =
  | { readonly kind: 'read'; readonly frames: readonly Frame[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'break'; readonly error: unknown }

export function createScriptedTransport(head: Partial<ResponseHead> = {}): ScriptedTransport {
  const inputs: RunAgentInput[] = []
  const opened = createQueue<ScriptedExchange>()
  const refusals: unknown[] = []
  return {
    inputs,
    next: opened.take,
    refuseNext: (error) => refusals.push(error),
    open: async ({ input, signal }) => {
      inputs.push(input)
      if (refusals.length > 0) throw refusals.shift()
      const items = createQueue<{ readonly item: Item; readonly taken: () => void }>()
      let left = false
      const iterator: AsyncIterator<readonly Frame[]> = {
        next: async () => {
          pending?.()
          const { item, taken } = await items.take()
          pending = taken
          if (item.kind === 'read') return { done: false, value: item.frames }
          leave()
          if (item.kind === 'break') throw item.error
          return { done: true, value: undefined }
        },
        return: async () => {
          leave()
          return { done: true, value: undefined }
        },
      }
      let pending: (() => void) | undefined
      const leave = (): void => {
        left = true
        pending?.()
      }
      signal.addEventListener('abort', () => {
        items.give({ item: { kind: 'end' }, taken: () => {} })
        leave()
      })
      const give = (item: Item): Promise<void> =>
        new Promise((resolve) => {
          if (left) resolve()
          else items.give({ item, taken: resolve })
        })
      opened.give({
        input,
        signal,
        push: (...events) =>
          give({ kind: 'read', frames: events.map((event) => ({ data: JSON.stringify(event) })) }),
        pushNumbered: (...events) =>
          give({
            kind: 'read',
            frames: events.map(([index, event]) => ({
              data: JSON.stringify(event),
              position: { token: `r:${index}`, index },
            })),
          }),
        end: () => give({ kind: 'end' }),
        break: (error) => give({ kind: 'break', error }),
      })
      return {
        head: { status: 200, contentType: 'text/event-stream', resumable: false, ...head },
        batches: { [Symbol.asyncIterator]: () => iterator },
      }
    },
  }
}

/** Values in the order they were given, each to one taker. */
function createQueue<T>(): { readonly give: (value: T) => void; readonly take: () => Promise<T> } {
  const values: T[] = []
  const takers: ((value: T) => void)[] = []
  return {
    give: (value) => {
      const taker = takers.shift()
      if (taker === undefined) values.push(value)
      else taker(value)
    },
    take: () =>
      new Promise((resolve) => {
        if (values.length > 0) resolve(values.shift() as T)
        else takers.push(resolve)
      }),
  }
}
