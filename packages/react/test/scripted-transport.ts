import type { Frame, RunAgentInput, Transport } from '@agui-kit/core'

/** An event as it stands on the wire. */
export type WireEvent = { readonly type: string } & Readonly<Record<string, unknown>>

/** One open exchange, driven by a test. */
export interface ScriptedRun {
  readonly input: RunAgentInput
  readonly signal: AbortSignal
  /** Delivers one network read. Resolves when the session has worked it in and asks for the next. */
  readonly push: (...events: readonly WireEvent[]) => Promise<void>
  /** Ends the body. */
  readonly end: () => Promise<void>
  /** RUN_STARTED for this input. */
  readonly started: () => Promise<void>
  /** RUN_FINISHED for this input, then the end of the body. */
  readonly finished: (outcome?: unknown) => Promise<void>
}

/** A transport whose network is a test. */
export interface ScriptedTransport extends Transport {
  readonly inputs: readonly RunAgentInput[]
  /** The next exchange that was opened and not taken yet; waits for it. */
  readonly nextRun: () => Promise<ScriptedRun>
}

interface Handover<T> {
  readonly give: (value: T) => void
  readonly take: () => Promise<T>
}

/** Values in the order they were given, each to one taker. */
function createHandover<T>(): Handover<T> {
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
        const value = values.shift()
        if (value === undefined) takers.push(resolve)
        else resolve(value)
      }),
  }
}

interface Read {
  readonly frames: readonly Frame[]
  readonly taken: () => void
}

function createRun(input: RunAgentInput, signal: AbortSignal) {
  const reads = createHandover<Read | undefined>()
  async function* batches(): AsyncGenerator<readonly Frame[]> {
    while (true) {
      const read = await reads.take()
      if (read === undefined || signal.aborted) return
      yield read.frames
      read.taken()
    }
  }
  signal.addEventListener('abort', () => reads.give(undefined))
  const push = (...events: readonly WireEvent[]): Promise<void> =>
    new Promise((resolve) =>
      reads.give({ frames: events.map((event) => ({ data: JSON.stringify(event) })), taken: resolve }),
    )
  const end = async (): Promise<void> => reads.give(undefined)
  const ids = { threadId: input.threadId, runId: input.runId }
  const run: ScriptedRun = {
    input,
    signal,
    push,
    end,
    started: () => push({ type: 'RUN_STARTED', ...ids, protocolVersion: '1.0' }),
    finished: async (outcome = { type: 'success' }) => {
      await push({ type: 'RUN_FINISHED', ...ids, outcome })
      await end()
    },
  }
  return { run, batches }
}

/** A transport that answers each `open` at once and then waits for the test. */
export function createScriptedTransport(): ScriptedTransport {
  const inputs: RunAgentInput[] = []
  const runs = createHandover<ScriptedRun>()
  return {
    inputs,
    nextRun: runs.take,
    open: async ({ input, signal }) => {
      inputs.push(input)
      const { run, batches } = createRun(input, signal)
      runs.give(run)
      return {
        head: { status: 200, contentType: 'text/event-stream', resumable: false },
        batches: batches(),
      }
    },
  }
}
