import { isObject } from '../events/shape.ts'
import type { Message } from '../protocol/message.ts'
import { toMessageList, toMessages } from '../thread/message-list.ts'
import {
  type Decision,
  emptyThread,
  isRunLive,
  type OpenInterrupt,
  type RunState,
  type Thread,
  type ToolCallRecord,
} from '../thread/thread.ts'
import { judgeSaved } from './judge-saved.ts'

/** The version of the envelope this code writes. */
export const SAVED_VERSION = 1

/** A thread as it is kept: everything the screen shows and everything the person decided. */
export interface SavedThread {
  readonly kit: 'agui-kit'
  readonly version: number
  readonly threadId: string
  readonly savedAtMs: number
  readonly messages: readonly Message[]
  readonly state: unknown
  readonly stateDiverged: boolean
  readonly run: RunState
  readonly steps: Thread['steps']
  readonly toolCalls: readonly ToolCallRecord[]
  readonly subagents: Thread['subagents']
  readonly interrupts: readonly OpenInterrupt[]
  readonly decisions: readonly Decision[]
  readonly usage: Thread['usage']
  /** The run was live, and its server offers to go on with it. */
  readonly resumable?: boolean
}

/** Why a saved text cannot be used. */
export type SavedProblem = 'unreadable' | 'foreign' | 'newer'

export function toSaved(thread: Thread, savedAtMs: number, resumable = false): SavedThread {
  return {
    kit: 'agui-kit',
    version: SAVED_VERSION,
    threadId: thread.threadId,
    savedAtMs,
    messages: toMessages(thread.messages),
    state: thread.state,
    stateDiverged: thread.stateDiverged,
    run: thread.run,
    steps: thread.steps,
    toolCalls: [...thread.toolCalls.values()],
    subagents: thread.subagents,
    interrupts: thread.interrupts,
    decisions: thread.decisions,
    usage: thread.usage,
    ...(resumable && { resumable }),
  }
}

/** A thread as it was saved. Its run is truncated, unless whoever restores it goes on with `liveRun`. */
export interface RestoredThread {
  readonly thread: Thread
  /** The run that was live, where its server offers to go on with it. */
  readonly liveRun?: RunState
}

/**
 * Reads a saved text back. Storage is shared and outlives versions, so nothing in it is trusted: what is not
 * ours, or not whole, is told apart and never thrown.
 */
export function fromSaved(
  text: string,
  threadId: string,
  nowMs: number,
): RestoredThread | { readonly problem: SavedProblem; readonly why: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'unreadable', why: 'it is no JSON' }
  }
  if (!isObject(value) || value.kit !== 'agui-kit')
    return { problem: 'foreign', why: 'it was not written by this kit' }
  if (value.threadId !== threadId) return { problem: 'foreign', why: 'it belongs to another thread' }
  if (typeof value.version !== 'number' || value.version > SAVED_VERSION) {
    return { problem: 'newer', why: 'it was written by a newer version of this kit' }
  }
  const fault = judgeSaved(value)
  if (fault !== undefined) return { problem: 'unreadable', why: fault }
  const saved = value as unknown as SavedThread
  const goesOn = saved.resumable === true && isRunLive(saved.run)
  return { thread: restore(saved, nowMs), ...(goesOn && { liveRun: saved.run }) }
}

function restore(saved: SavedThread, nowMs: number): Thread {
  return {
    ...emptyThread(saved.threadId),
    messages: toMessageList(saved.messages),
    state: saved.state,
    stateDiverged: saved.stateDiverged === true,
    // Nobody is reading that run any more: what it did after the last save is not known here.
    run:
      isRunLive(saved.run) && saved.run.kind !== 'idle'
        ? {
            kind: 'truncated',
            runId: 'runId' in saved.run ? saved.run.runId : '',
            cause: 'reloaded',
            endedAtMs: nowMs,
          }
        : saved.run,
    steps: saved.steps.map((step) => (step.status === 'open' ? { ...step, status: 'done' } : step)),
    toolCalls: new Map(saved.toolCalls.map(({ executing: _, ...call }) => [call.id, call])),
    subagents: saved.subagents.map((item) =>
      item.status === 'running' ? { ...item, status: 'abandoned' } : item,
    ),
    interrupts: unconfirmed(saved.interrupts),
    decisions: saved.decisions,
    usage: saved.usage,
  }
}

/**
 * Decisions that were on their way when the page went: the agent may or may not have them. Those that were
 * all given count as well; nobody else would send them.
 */
function unconfirmed(interrupts: readonly OpenInterrupt[]): readonly OpenInterrupt[] {
  const isWhole = interrupts.every((open) => open.decision !== undefined)
  return interrupts.map((open) => {
    const delivery = open.decision?.delivery
    const isOnItsWay = delivery === 'sending' || (delivery === 'queued' && isWhole)
    return open.decision !== undefined && isOnItsWay
      ? { ...open, decision: { ...open.decision, delivery: 'unconfirmed' } }
      : open
  })
}
