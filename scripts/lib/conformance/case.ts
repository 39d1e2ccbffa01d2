import type { Message, ResumeEntry } from '@agui-kit/core'

/** A raw response: network reads as texts, one text a byte at a time, or whole protobuf frames. */
export interface CaseTransport {
  readonly chunks?: readonly string[]
  readonly bytewise?: string
  readonly base64?: readonly string[]
  /** Cuts `base64` into reads of so many bytes. */
  readonly rechunk?: number
  readonly contentType?: string
  readonly status?: number
  /** `error`: the connection breaks after the last read. */
  readonly end?: 'error'
}

/** One run input of several, and what the agent answers to it. */
export interface CaseExchange {
  readonly input?: { readonly runId: string; readonly resume?: readonly ResumeEntry[] }
  readonly events: readonly unknown[]
}

/** What a case expects; only the keys that matter to it. `"*"` stands for any value. */
export interface CaseExpectation {
  readonly error?: 'fatal' | null
  readonly outcome?: string
  readonly messages?: readonly unknown[]
  readonly state?: unknown
  readonly interrupts?: readonly string[]
  readonly pendingToolCallIds?: readonly string[]
  /** Whether there are any counts, not how many. */
  readonly warnings?: number
  readonly sent?: number
  readonly request?: Readonly<Record<string, unknown>>
}

/** One case of a conformance file. */
export interface ConformanceCase {
  readonly id: string
  readonly title: string
  readonly events: readonly unknown[]
  readonly exchanges?: readonly CaseExchange[]
  readonly transport?: CaseTransport
  readonly initialMessages?: readonly Message[]
  readonly initialState?: unknown
  readonly expect: CaseExpectation
}

/** What a case came to, in the same words as its expectation. */
export interface CaseOutcome {
  readonly error: 'fatal' | null
  readonly outcome: string
  readonly messages: readonly unknown[]
  readonly state: unknown
  readonly interrupts: readonly string[]
  readonly pendingToolCallIds: readonly string[]
  readonly warnings: number
  readonly sent: number
  readonly request: unknown
}
