import { describe, expect, it } from 'vitest'
import { indexToolCalls } from '../src/events/messages-snapshot.ts'
import type { IssueCode } from '../src/issue.ts'
import { createPipeline } from '../src/pipeline/pipeline.ts'
import type { Message } from '../src/protocol/message.ts'
import { append, createDraft, publish } from '../src/thread/draft.ts'
import { toMessages } from '../src/thread/message-list.ts'
import { emptyThread, type RunState, type Thread, type ToolCallPhase } from '../src/thread/thread.ts'
import { freezeThread } from './frozen.ts'

/** A thread as a table shows it: without times, and collections as plain values. */
export interface ThreadView {
  readonly messages: readonly unknown[]
  readonly state: unknown
  readonly stateDiverged: boolean
  /** Matched in part. */
  readonly run: Partial<RunState> | { readonly [key: string]: unknown }
  readonly steps: readonly { readonly name: string; readonly owner?: string; readonly status: string }[]
  readonly calls: { readonly [id: string]: ToolCallPhase }
  readonly streaming: readonly string[]
  readonly subagents: readonly object[]
  readonly interrupts: readonly string[]
  readonly usage: readonly object[]
}

/** What came of the events. */
export interface Verdict {
  readonly thread?: Partial<ThreadView>
  /** Codes in order, without the fatal one. Nothing is wrong unless it is said. */
  readonly issues?: readonly IssueCode[]
  /** The code that ended the stream. */
  readonly fatal?: IssueCode
}

/** One row: what is given and what it comes to, in strict mode and, unless told otherwise, in tolerant mode. */
export interface ReduceRow extends Verdict {
  /** The rule of PROTOCOL.md. */
  readonly rule: string
  /** A sentence about the protocol. */
  readonly name: string
  readonly held?: readonly Message[]
  readonly state?: unknown
  readonly given: readonly object[]
  readonly tolerant?: Verdict
}

type Mode = 'strict' | 'tolerant'

/** Runs a table of events, each row in both modes, in one read and event by event over frozen snapshots. */
export function testReduce(rows: readonly ReduceRow[]): void {
  for (const row of rows) {
    describe(`${row.rule} ${row.name}`, () => {
      for (const mode of ['strict', 'tolerant'] as const) {
        const verdict = mode === 'tolerant' ? (row.tolerant ?? row) : row
        for (const reads of ['one-read', 'event-per-read'] as const) {
          it(`in ${mode} mode, ${reads === 'one-read' ? 'in one read' : 'event by event'}`, () => {
            expect.hasAssertions()
            judge(verdict, take(row, mode, reads))
          })
        }
      }
    })
  }
}

/** Events of a run under way. */
export interface Taken {
  readonly thread: Thread
  readonly issues: readonly string[]
  readonly fatal: string | undefined
}

function take(row: ReduceRow, mode: Mode, reads: 'one-read' | 'event-per-read'): Taken {
  const draft = createDraft({ ...emptyThread('t'), state: row.state ?? {} }, () => 0)
  for (const message of row.held ?? []) append(draft, message)
  indexToolCalls(draft, row.held ?? [])
  publish(draft)
  const pipeline = createPipeline(draft, { strictness: mode })
  const frames = row.given.map((event) => ({ data: JSON.stringify(event) }))
  let fatal: string | undefined
  for (const batch of reads === 'one-read' ? [frames] : frames.map((frame) => [frame])) {
    fatal = pipeline.push(batch)?.code
    // What was published must not change under what comes later.
    freezeThread(publish(draft).thread)
    if (fatal !== undefined) break
  }
  const issues = draft.found.filter((issue) => issue.severity !== 'fatal').map((issue) => issue.code)
  return { thread: publish(draft).thread, issues, fatal }
}

function judge(verdict: Verdict, { thread, issues, fatal }: Taken): void {
  expect({ fatal, issues }).toEqual({ fatal: verdict.fatal, issues: verdict.issues ?? [] })
  const seen = view(thread)
  const { run, ...rest } = verdict.thread ?? {}
  for (const key of Object.keys(rest) as (keyof typeof rest)[]) expect(seen[key]).toEqual(rest[key])
  if (run !== undefined) expect(seen.run).toMatchObject(run)
}

function view(thread: Thread): ThreadView {
  return {
    messages: toMessages(thread.messages),
    state: thread.state,
    stateDiverged: thread.stateDiverged,
    run: thread.run,
    steps: thread.steps.map(({ startedAtMs: _, endedAtMs: __, ...step }) => step),
    calls: Object.fromEntries([...thread.toolCalls.values()].map((call) => [call.id, call.phase])),
    streaming: [...thread.streaming],
    subagents: thread.subagents,
    interrupts: thread.interrupts.map((open) => open.interrupt.id),
    usage: thread.usage,
  }
}
