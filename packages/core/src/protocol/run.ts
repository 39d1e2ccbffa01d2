import type { Metadata } from './json.ts'
import type { Message } from './message.ts'

/** A tool the application offers to the agent; `parameters` is a JSON Schema. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly parameters?: unknown
  readonly metadata?: Metadata
}

/** A fact about the application that the agent may use. */
export interface Context {
  readonly description: string
  readonly value: string
}

/** Something a person must answer before the thread goes on (rules 104–118). */
export interface Interrupt {
  readonly id: string
  /** An open vocabulary: `tool_call`, `input_required`, `confirmation` or `<framework>:<name>`. */
  readonly reason: string
  readonly message?: string
  readonly toolCallId?: string
  /** A JSON Schema of the answer. */
  readonly responseSchema?: Readonly<Record<string, unknown>>
  /** ISO 8601 by convention; what cannot be read as a time never expires (rule 108). */
  readonly expiresAt?: string
  readonly metadata?: Metadata
  readonly subagentRunId?: string
}

/** Our answer to one interrupt, sent with the next run. A denial is `resolved` (rule 107). */
export interface ResumeEntry {
  readonly interruptId: string
  readonly status: 'resolved' | 'cancelled'
  readonly payload?: unknown
  readonly metadata?: Metadata
}

/** The one upstream message (protocol.md §1.5). */
export interface RunAgentInput {
  readonly threadId: string
  readonly runId: string
  readonly protocolVersion?: string
  readonly parentRunId?: string
  readonly messages: readonly Message[]
  readonly state?: unknown
  readonly tools?: readonly Tool[]
  readonly context?: readonly Context[]
  readonly forwardedProps?: unknown
  readonly resume?: readonly ResumeEntry[]
}

/** How a run ended, as RUN_FINISHED says it. */
export type RunFinishedOutcome =
  | { readonly type: 'success'; readonly pendingToolCallIds?: readonly string[] }
  | { readonly type: 'interrupt'; readonly interrupts: readonly Interrupt[] }
  | { readonly type: 'cancelled' }

/** How a subagent's invocation ended. */
export type SubagentFinishedOutcome =
  | { readonly type: 'success' }
  | { readonly type: 'suspended'; readonly interruptIds?: readonly string[] }

/** What a model used. Absent means "not reported", never zero (rule 38). */
export interface TokenUsage {
  readonly provider?: string
  readonly model?: string
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly totalTokens?: number
  readonly reasoningTokens?: number
  readonly cachedInputTokens?: number
  readonly cacheWriteInputTokens?: number
}
