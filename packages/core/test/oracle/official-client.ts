import { AbstractAgent, type BaseEvent } from '@ag-ui/client'
import type { AgentEvent, Message } from '@agui-kit/core'
import { from, type Observable } from 'rxjs'

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

class Player extends AbstractAgent {
  readonly #events: readonly unknown[]

  constructor(events: readonly unknown[], { threadId, messages = [], state = {} }: Beginning) {
    super({
      threadId,
      initialMessages: structuredClone(messages) as never,
      initialState: structuredClone(state) as never,
    })
    this.#events = structuredClone(events)
  }

  run(): Observable<BaseEvent> {
    return from(this.#events as BaseEvent[])
  }
}

/** What the official client makes of events; `undefined` when it refuses them. */
export async function playOfficially(
  events: readonly (AgentEvent | object)[],
  beginning: Beginning = { threadId: 't' },
): Promise<Outcome | undefined> {
  const player = new Player(events, beginning)
  try {
    await player.runAgent({ runId: 'r' })
  } catch {
    return undefined
  }
  const { messages, state, pendingInterrupts } = player
  // As JSON, where an absent key and one that holds `undefined` are the same.
  return JSON.parse(JSON.stringify({ messages, state, interrupts: pendingInterrupts })) as Outcome
}
