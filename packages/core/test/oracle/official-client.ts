import { HttpAgent } from '@ag-ui/client'
import type { AgentEvent, Message } from '@agui-kit/core'
import { toSse } from '@agui-kit/testing'

/** What is held against each other. */
export interface Outcome {
  readonly messages: readonly unknown[]
  readonly state: unknown
  readonly interrupts: readonly unknown[]
}

/** Where a thread begins. */
export interface Beginning {
  readonly threadId: string
  readonly messages?: readonly Message[]
  readonly state?: unknown
}

/** What the official client makes of events; `undefined` when it refuses them. */
export async function playOfficially(
  events: readonly (AgentEvent | object)[],
  { threadId, messages = [], state = {} }: Beginning = { threadId: 't' },
): Promise<Outcome | undefined> {
  const player = new HttpAgent({
    url: 'http://agent.test/',
    threadId,
    initialMessages: structuredClone(messages) as never,
    initialState: structuredClone(state) as never,
    fetch: async () =>
      new Response(events.map((event) => toSse(event)).join(''), {
        headers: { 'content-type': 'text/event-stream' },
      }),
  })
  try {
    await player.runAgent({ runId: 'r' })
  } catch {
    return undefined
  }
  const { pendingInterrupts } = player
  const came = { messages: player.messages, state: player.state as unknown, interrupts: pendingInterrupts }
  // As JSON, where an absent key and one that holds `undefined` are the same.
  return JSON.parse(JSON.stringify(came)) as Outcome
}
