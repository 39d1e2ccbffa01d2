import type { Frame, RunAgentInput, Transport } from '@agui-kit/core'

/** An event as it stands on the wire, without the ids of its run where the script leaves them to us. */
export type WireEvent = { readonly type: string } & Readonly<Record<string, unknown>>

/** What the agent does with one input: says these events, then ends the body or keeps it open. */
export interface ScriptedRun {
  readonly events: readonly WireEvent[]
  readonly stays?: 'open'
}

export type Script = readonly (ScriptedRun | Error)[]

/** A transport that plays one run an exchange, and what it was asked. An error refuses the exchange. */
export function createScriptedTransport(script: Script): Transport & { readonly inputs: RunAgentInput[] } {
  const inputs: RunAgentInput[] = []
  return {
    inputs,
    open: async ({ input, signal }) => {
      const run = script[inputs.length] ?? { events: [], stays: 'open' as const }
      inputs.push(input)
      if (run instanceof Error) throw run
      const ids = { threadId: input.threadId, runId: input.runId }
      const started: WireEvent = { type: 'RUN_STARTED', ...ids, protocolVersion: '1.0' }
      const events = [started, ...run.events].map((event) =>
        event.type === 'RUN_FINISHED' ? { ...ids, ...event } : event,
      )
      async function* batches(): AsyncGenerator<readonly Frame[]> {
        yield events.map((event) => ({ data: JSON.stringify(event) }))
        if (run instanceof Error || run.stays !== 'open') return
        await new Promise<void>((resolve) => {
          if (signal.aborted) resolve()
          else signal.addEventListener('abort', () => resolve())
        })
      }
      return { head: { status: 200, contentType: 'text/event-stream', resumable: false }, batches: batches() }
    },
  }
}
