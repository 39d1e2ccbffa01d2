import { type InterruptRecord, isOpen } from '../interrupts/interrupt-record.ts'
import type { Interrupt } from '../protocol/event.ts'
import { toEventId } from '../protocol/event-id.ts'
import type { Json } from '../protocol/json.ts'
import type { Message } from '../protocol/message.ts'
import type { Opener } from '../runs/open-brackets.ts'
import { settledStatus } from '../runs/run-report.ts'
import { currentThread, type Stores } from './current-thread.ts'
import type { EndedRun, ThreadRecord } from './thread-store.ts'

export interface OpenInterrupt {
  readonly interrupt: Interrupt
  /** The run that raised it. */
  readonly runId: string
  /** A decision that is stored but not carried out: it stands, and sending it again carries it out. */
  readonly answered?: { readonly status: string; readonly payload?: Json | undefined; readonly runId: string }
}

/** A thread as it is exactly after `activeRun.lastEventId`, or after the last run when none is active. */
export interface ThreadSnapshot {
  readonly threadId: string
  readonly messages: readonly Message[]
  readonly state: Json
  readonly interrupts: readonly OpenInterrupt[]
  readonly activeRun: {
    readonly runId: string
    /** Null before the run's first event. */
    readonly lastEventId: string | null
    /** The events that opened what is still open here, so that what follows finds its place. */
    readonly open: readonly Opener[]
  } | null
  readonly lastRun: EndedRun | null
}

/** The snapshot of a thread; nothing for one that nobody has written to. */
export async function snapshotThread(stores: Stores, threadId: string): Promise<ThreadSnapshot | undefined> {
  for (;;) {
    const thread = await currentThread(stores, threadId)
    const { run } = thread
    if (run === undefined) return isEmpty(thread) ? undefined : toSnapshot(thread)
    const status = await settledStatus(stores, threadId, run.runId)
    // Nobody performs it and nobody can say how it ended: it left no frame, or its log has expired.
    if (status === undefined) return toSnapshot({ ...thread, run: undefined })
    if (status.kind === 'live') return toSnapshot(thread)
    if (status.kind === 'orphaned') continue
    const hasWhole = status.firstIndex <= run.nextIndex && run.nextIndex < status.nextIndex
    if (!hasWhole) return toSnapshot({ ...thread, run: undefined })
  }
}

const isEmpty = ({ revision, messages }: ThreadRecord): boolean => revision === 0 && messages.length === 0

function toSnapshot({ threadId, messages, state, interrupts, run, lastRun }: ThreadRecord): ThreadSnapshot {
  return {
    threadId,
    messages,
    state,
    interrupts: interrupts.filter(isOpen).map(toOpenInterrupt),
    activeRun:
      run === undefined
        ? null
        : {
            runId: run.runId,
            lastEventId: run.nextIndex === 0 ? null : toEventId(run.runId, run.nextIndex - 1),
            open: run.open,
          },
    lastRun: lastRun ?? null,
  }
}

const toOpenInterrupt = ({ interrupt, runId, answer }: InterruptRecord): OpenInterrupt => ({
  interrupt,
  runId,
  ...(answer === undefined ? {} : { answered: answer }),
})
