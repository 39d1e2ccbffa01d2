import type { KitErrorDetails } from '../error.ts'
import type { Issue } from '../issue.ts'
import type { Owner } from '../protocol/event.ts'
import type { Interrupt, ResumeEntry, TokenUsage } from '../protocol/run.ts'
import { type MessageList, toMessageList } from './message-list.ts'

/** Why a run stopped before its terminal event came. */
export type TruncationCause =
  /** The person stopped it, here. The agent may still be working. */
  | 'stopped'
  /** The connection broke, or the body ended without a terminal event. */
  | 'disconnected'
  /** The page was left while the run was live. */
  | 'reloaded'
  /** Numbered frames are missing and did not come. */
  | 'gap'

/** What made a run fail. */
export interface RunFailure {
  /** Who says so: the agent (RUN_ERROR), the protocol (a broken rule), or the way to the agent. */
  readonly source: 'agent' | 'protocol' | 'transport' | 'client'
  /** The agent's open code, an issue code, or a `transport-…` code. */
  readonly code?: string
  /** For people, as the agent wrote it, or for developers when the source is another. Untrusted text. */
  readonly message: string
  readonly details?: KitErrorDetails
}

/** How a finished run ended. */
export type RunOutcome =
  | { readonly type: 'success'; readonly result?: unknown; readonly pendingToolCallIds: readonly string[] }
  | {
      readonly type: 'interrupt'
      readonly interruptIds: readonly string[]
      readonly pendingToolCallIds: readonly string[]
    }
  | { readonly type: 'cancelled' }

/** The thread's latest run. Success exists only with a terminal event (rule 31). */
export type RunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'starting'; readonly runId: string; readonly startedAtMs: number }
  | { readonly kind: 'running'; readonly runId: string; readonly startedAtMs: number }
  | {
      readonly kind: 'finished'
      readonly runId: string
      readonly outcome: RunOutcome
      readonly endedAtMs: number
    }
  | {
      readonly kind: 'failed'
      readonly runId: string
      readonly failure: RunFailure
      readonly endedAtMs: number
    }
  | {
      readonly kind: 'truncated'
      readonly runId: string
      readonly cause: TruncationCause
      readonly endedAtMs: number
    }

/** A named bracket of a run. */
export interface Step {
  readonly name: string
  readonly owner?: string
  readonly status: 'open' | 'done'
  readonly startedAtMs: number
  readonly endedAtMs?: number
}

/** How far a tool call has come on the stream. `called` means the arguments are complete, not that it ran. */
export type ToolCallPhase = 'args' | 'called' | 'answered'

/** What the thread knows of a tool call beyond the call itself. Times are ours, in milliseconds. */
export interface ToolCallRecord {
  readonly id: string
  readonly messageId: string
  readonly phase: ToolCallPhase
  /** The run that started it; absent for calls that came with history. */
  readonly runId?: string
  readonly startedAtMs?: number
  readonly calledAtMs?: number
  readonly answeredAtMs?: number
  readonly resultMessageId?: string
  /** The application is running it right now. */
  readonly executing?: boolean
}

/** How a subagent's invocation stands. */
export interface SubagentRun {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly parentId?: string
  readonly parentToolCallId?: string
  readonly parentMessageId?: string
  readonly runId?: string
  readonly status: 'running' | 'success' | 'suspended' | 'error' | 'abandoned'
  readonly result?: unknown
  readonly error?: { readonly message: string; readonly code?: string }
  readonly interruptIds?: readonly string[]
}

/** Where a decision is on its way to the agent. */
export type Delivery =
  /** Given, waiting for the other open interrupts of the thread. */
  | 'queued'
  | 'sending'
  /** The agent took the run that carries it. */
  | 'accepted'
  /** The run broke off or the page was left: the agent may or may not have it. Sending it again is safe. */
  | 'unconfirmed'
  /** The agent refused it, or nothing reached the agent. It may be changed. */
  | 'failed'

/** What the person decided on one interrupt, kept with what was shown: the audit of an approval. */
export interface Decision {
  readonly interruptId: string
  readonly toolCallId?: string
  readonly entry: ResumeEntry
  readonly delivery: Delivery
  readonly decidedAtMs: number
  /** The interrupt as it was shown. */
  readonly interrupt: Interrupt
  /** The arguments as proposed, the text of the call when it was decided. */
  readonly proposedArgs?: string
  /** It had expired when it was cancelled. */
  readonly expired?: boolean
  /** Why the delivery failed. */
  readonly failure?: RunFailure
  /** The run that carried it last. */
  readonly runId?: string
}

/** An interrupt the thread waits for, and the answer given so far. */
export interface OpenInterrupt {
  readonly interrupt: Interrupt
  /** The run that raised it. */
  readonly runId: string
  readonly openedAtMs: number
  /** The agent said it has expired, whatever our clock says. */
  readonly expired?: boolean
  readonly decision?: Decision
  /** It was announced beside the protocol, and its answer goes back that way. */
  readonly legacy?: LegacyMark
}

/** Where an interrupt came from that is not one of the protocol. */
export interface LegacyMark {
  /** What the event announced, as it was sent. */
  readonly value: unknown
}

/** The current value of a conversation: immutable, and what did not change keeps its identity. */
export interface Thread {
  readonly threadId: string
  readonly messages: MessageList
  /** The agent's shared state, any JSON. */
  readonly state: unknown
  /** A patch did not apply: the state may differ from the agent's until the next snapshot (rule 87). */
  readonly stateDiverged: boolean
  readonly run: RunState
  /** The steps of the latest run, in order of their start. */
  readonly steps: readonly Step[]
  readonly toolCalls: ReadonlyMap<string, ToolCallRecord>
  /** Message ids whose text or reasoning is streaming now. */
  readonly streaming: ReadonlySet<string>
  readonly subagents: readonly SubagentRun[]
  readonly interrupts: readonly OpenInterrupt[]
  /** Settled decisions, oldest first. */
  readonly decisions: readonly Decision[]
  /** Token usage of the latest run, summed by provider and model where reported. */
  readonly usage: readonly TokenUsage[]
  /** The latest issues, oldest first, at most 100. */
  readonly issues: readonly Issue[]
}

/** A thread in which nothing has happened. */
export function emptyThread(threadId: string): Thread {
  return {
    threadId,
    messages: toMessageList([]),
    state: {},
    stateDiverged: false,
    run: { kind: 'idle' },
    steps: [],
    toolCalls: new Map(),
    streaming: new Set(),
    subagents: [],
    interrupts: [],
    decisions: [],
    usage: [],
    issues: [],
  }
}

/** Whether a run is under way. */
export function isRunLive(run: RunState): boolean {
  return run.kind === 'starting' || run.kind === 'running'
}

/** The owner as the optional property our types use: never a key that holds `undefined`. */
export function ownerField(owner: Owner): { readonly owner?: string } {
  return owner === undefined ? {} : { owner }
}
