import type { AgentEvent } from '../protocol/event.ts'
import { applyEvent } from '../threads/thread-view.ts'
import { RunStopped } from './run-failure.ts'
import type { RunLog } from './run-log.ts'
import type { ThreadDraft } from './thread-draft.ts'

export interface Emitter {
  /** Sends an event and applies it to the thread. Throws `RunStopped` once the run was told to stop. */
  readonly emit: (event: AgentEvent) => void
  /** Applies an event that is already true in the world, whether or not anybody can still be told. */
  readonly record: (event: AgentEvent) => void
  /** Sends an event whose effect the thread already holds. */
  readonly restate: (event: AgentEvent) => void
  readonly isStopped: () => boolean
}

export function createEmitter(log: RunLog, thread: ThreadDraft, signal: AbortSignal): Emitter {
  const apply = (event: AgentEvent) => thread.change((current) => applyEvent(current, event))
  return {
    emit: (event) => {
      if (signal.aborted) throw new RunStopped()
      apply(event)
      log.append(event)
    },
    record: (event) => {
      apply(event)
      if (!signal.aborted) log.append(event)
    },
    restate: (event) => {
      if (signal.aborted) throw new RunStopped()
      log.append(event)
    },
    isStopped: () => signal.aborted,
  }
}
