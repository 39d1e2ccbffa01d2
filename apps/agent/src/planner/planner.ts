import type { InterruptPurpose, InterruptRecord } from '../interrupts/interrupt-record.ts'
import type { ToolClient } from '../mcp/tool-outcome.ts'
import type { Interrupt } from '../protocol/event.ts'
import type { RunInput } from '../protocol/run-input.ts'
import type { Emitter } from '../runs/emitter.ts'
import type { RunLog } from '../runs/run-log.ts'
import type { RunWriter } from '../runs/run-writer.ts'
import type { SavedDraft } from '../runs/thread-draft.ts'
import type { ToolRunner } from '../runs/tool-runner.ts'
import type { Lang } from './lang.ts'

/** What a planner works with during one run. */
export interface RunScope {
  readonly input: RunInput
  readonly lang: Lang
  readonly signal: AbortSignal
  readonly thread: SavedDraft
  readonly log: Pick<RunLog, 'end'>
  readonly emitter: Emitter
  readonly write: RunWriter
  readonly runner: ToolRunner
  /** Asks the tool server directly, without anything appearing in the thread. */
  readonly tools: ToolClient
  readonly now: () => number
  readonly approvalTtlMs: number
}

export interface RaisedInterrupt {
  readonly interrupt: Interrupt
  readonly purpose: InterruptPurpose
}

export type PlanEnd =
  | { readonly kind: 'done'; readonly pendingToolCallIds?: readonly string[] }
  | { readonly kind: 'ask'; readonly raised: readonly RaisedInterrupt[] }

export const done: PlanEnd = { kind: 'done' }

/** Decides what a run does. It never touches the approval gate: what it asks for, others carry out. */
export interface Planner {
  /** A new input of the person, or results of the client's tools. */
  readonly start: (scope: RunScope) => Promise<PlanEnd>
  /** The person decided, and the decisions have been carried out; their results are in the thread. */
  readonly resume: (scope: RunScope, settled: readonly InterruptRecord[]) => Promise<PlanEnd>
}
