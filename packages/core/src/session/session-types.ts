import type { Issue } from '../issue.ts'
import type { LegacyInterrupts } from '../legacy/legacy-interrupts.ts'
import type { Persistence } from '../persistence/persistence.ts'
import type { Clock, Ids } from '../ports.ts'
import type { ContentPart, Message } from '../protocol/message.ts'
import type { Context, RunAgentInput, Tool } from '../protocol/run.ts'
import type { SessionSnapshot, SnapshotKey } from '../thread/snapshot.ts'
import type { Thread } from '../thread/thread.ts'
import type { ResponseHead, Transport } from '../transport/transport.ts'
import type { RetryPolicy } from './backoff.ts'

/** An answer to an interrupt. A denial is `resolved` with, say, `{ approved: false }` (rule 107). */
export type Answer =
  | { readonly status: 'resolved'; readonly payload?: unknown }
  | { readonly status: 'cancelled' }

/** What may accompany one run. */
export interface RunOptions {
  /** Passed to the agent untouched. No secrets: use the transport's `headers`. */
  readonly forwardedProps?: unknown
  readonly context?: readonly Context[]
}

/** A tool the application runs. */
export interface ClientTool {
  readonly name: string
  readonly description: string
  /** A JSON Schema of the arguments. */
  readonly parameters?: unknown
  /**
   * Runs one call. `input` is the parsed arguments: untrusted, check before use. What it returns is sent as
   * the result (a string as it is, anything else as JSON); what it throws is sent as the call's error.
   */
  readonly execute: (
    input: unknown,
    call: { readonly toolCallId: string; readonly signal: AbortSignal },
  ) => unknown
}

/** Something a session did or saw, for read-only watchers: devtools, telemetry. */
export type Observation =
  | { readonly kind: 'request'; readonly input: RunAgentInput }
  | { readonly kind: 'response'; readonly head: ResponseHead }
  | { readonly kind: 'frames'; readonly count: number }
  | { readonly kind: 'issue'; readonly issue: Issue }
  | { readonly kind: 'run'; readonly run: Thread['run'] }

/** How to make a session. Only `transport` is needed. */
export interface SessionOptions {
  readonly transport: Transport
  /** The conversation. Defaults to a new random id. */
  readonly threadId?: string
  /** Where the thread is kept between page loads. Defaults to memory. */
  readonly persistence?: Persistence
  /** Keys under which things are kept start with it, one per user. Defaults to `thread:`. */
  readonly persistencePrefix?: string
  /** `strict` is AG-UI 1.0 to the letter; `tolerant`, the default, takes broken rules in their one plain reading. */
  readonly strictness?: 'strict' | 'tolerant'
  /** Sent with every run. */
  readonly context?: readonly Context[]
  readonly forwardedProps?: unknown
  readonly tools?: readonly ClientTool[]
  /** How a connection that broke is tried again, where the server offers to go on with a run. */
  readonly retry?: RetryPolicy
  /** Spreads the attempts of many clients: from 0 up to 1. Defaults to `Math.random`. */
  readonly random?: () => number
  /** How many runs client tools may start in a row before a person must act. Defaults to 10. */
  readonly maxToolRuns?: number
  /**
   * Interrupts that the agent announces beside the protocol, as LangGraph's `on_interrupt`; from
   * `@agui-kit/core/legacy`. Without it such an announcement is one more CUSTOM event.
   */
  readonly legacyInterrupts?: LegacyInterrupts
  readonly onIssue?: (issue: Issue) => void
  readonly clock?: Clock
  readonly ids?: Ids
  /** What a thread begins with of which nothing was saved, as a greeting or a history from elsewhere. */
  readonly initialMessages?: readonly Message[]
  /** The state such a thread begins with. Defaults to `{}`. */
  readonly initialState?: unknown
}

/** What `send` takes: text, or a user's content parts. */
export type UserContent = string | readonly ContentPart[]

/**
 * The live object for one thread. Its verbs reject with `KitError`s; what goes wrong on the stream is in
 * `Thread.run` and `Thread.issues` and rejects nothing: a promise of `send`, `answer` or `retry` resolves
 * with the run's final state, whatever it is.
 */
export interface Session {
  readonly threadId: string
  /** The current snapshot; the same object until something is published. */
  readonly getSnapshot: () => SessionSnapshot
  /** The snapshot a server renders and a client hydrates with: always the empty thread. */
  readonly getServerSnapshot: () => SessionSnapshot
  /** Calls `listener` after a publish that changed `key`. Returns the way to stop. */
  readonly subscribe: (key: SnapshotKey, listener: () => void) => () => void
  /** Begins to read what was saved. Idempotent; every verb does it too. Does nothing on import or creation. */
  readonly start: () => Promise<void>
  /** Adds a user message and runs the agent. Fails with `run-active`, `interrupts-open`, `session-closed`. */
  readonly send: (content: UserContent, options?: RunOptions) => Promise<Thread['run']>
  /** Runs the agent on the thread as it stands, without a new message. Fails like `send`. */
  readonly run: (options?: RunOptions) => Promise<Thread['run']>
  /**
   * Gives the answer to one open interrupt. It is stored before it is sent, and sent once every open
   * interrupt of the thread has one (rule 105). The first answer wins: answering again returns the same
   * promise. Fails with `interrupt-unknown`, `interrupt-expired` (resolve only), `session-closed`.
   */
  readonly answer: (interruptId: string, answer: Answer) => Promise<Thread['run']>
  /** Takes a queued or failed answer back, so that the interrupt can be answered anew. */
  readonly revoke: (interruptId: string) => void
  /** Stops reading. The run is then `truncated` with cause `stopped`; no more is known of it (rule 32). */
  readonly stop: () => void
  /** Runs again what failed or was cut: the same input under a new run id, decisions unchanged. */
  readonly retry: () => Promise<Thread['run']>
  /** Ends the session: stops reading, saves, lets go of timers and listeners. */
  readonly close: () => Promise<void>
  /** Changes the shared state here; it goes out with the next run. */
  readonly setState: (update: (state: unknown) => unknown) => void
  /** Offers a tool to the agent from the next run on. Fails with `tool-duplicate`. Returns the way to withdraw it. */
  readonly registerTool: (tool: ClientTool) => () => void
  /** Names of the tools the application runs. */
  readonly clientTools: () => readonly Tool[]
  /** Watches without taking part. An observer that throws is reported and changes nothing. */
  readonly observe: (observer: (observation: Observation) => void) => () => void
  /** Forgets the thread here: messages, state, interrupts, and what was saved. */
  readonly reset: () => Promise<void>
}
