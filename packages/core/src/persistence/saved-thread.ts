import { isObject } from '../events/shape.ts'
import { isSavedStream, type SavedStream } from '../pipeline/saved-stream.ts'
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
  /** Where the stream of a live run stood, when its server offers to go on with it. */
  readonly stream?: SavedStream
}

/** Why a saved text cannot be used. */
export type SavedProblem = 'unreadable' | 'foreign' | 'newer'

export function toSaved(thread: Thread, savedAtMs: number, stream?: SavedStream): SavedThread {
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
    ...(stream && { stream }),
  }
}

/** A thread as it was saved. Its run is truncated, unless whoever restores it goes on with what was live. */
export interface RestoredThread {
  readonly thread: Thread
  /** The run that was live, where its server offers to go on with it. */
  readonly live?: { readonly thread: Thread; readonly stream: SavedStream }
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
  const { stream } = saved
  const goesOn = isSavedStream(stream) && isRunLive(saved.run)
  return {
    thread: restore(saved, nowMs),
    ...(goesOn && { live: { thread: restoreLive(saved), stream } }),
  }
}

/** The thread exactly as it stood, for whoever goes on with its run. */
function restoreLive(saved: SavedThread): Thread {
  return {
    ...emptyThread(saved.threadId),
    messages: toMessageList(saved.messages),
    state: saved.state,
    stateDiverged: saved.stateDiverged === true,
    run: saved.run,
    steps: saved.steps,
    toolCalls: new Map(saved.toolCalls.map(({ executing: _, ...call }) => [call.id, call])),
    subagents: saved.subagents,
    interrupts: saved.interrupts,
    decisions: saved.decisions,
    usage: saved.usage,
  }
}

/** The thread for whoever cannot: what its run did after the last save is not known here. */
function restore(saved: SavedThread, nowMs: number): Thread {
  const live = restoreLive(saved)
  const runId = 'runId' in saved.run ? saved.run.runId : ''
  return {
    ...live,
    run: isRunLive(saved.run) ? { kind: 'truncated', runId, cause: 'reloaded', endedAtMs: nowMs } : saved.run,
    steps: live.steps.map((step) => (step.status === 'open' ? { ...step, status: 'done' } : step)),
    subagents: live.subagents.map((item) =>
      item.status === 'running' ? { ...item, status: 'abandoned' } : item,
    ),
    interrupts: unconfirmed(saved.interrupts),
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
