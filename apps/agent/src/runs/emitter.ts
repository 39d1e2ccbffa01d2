import type { AgentEvent } from '../protocol/event.ts'
import { applyFrame } from '../threads/apply-frame.ts'
import { closersOf } from './open-brackets.ts'
import type { RunLog } from './run-log.ts'
import type { ThreadDraft } from './thread-draft.ts'

export interface Emitter {
  /** Sends an event and applies it to the thread. Throws `RunStopped` once the run was told to stop. */
  readonly emit: (event: AgentEvent) => void
  /** Sends an event that is true whether or not the run goes on. */
  readonly record: (event: AgentEvent) => void
  /** Sends an event whose effect the thread already holds. */
  readonly restate: (event: AgentEvent) => void
  /** Closes whatever is open. */
  readonly closeAll: () => void
}

export function createEmitter(log: RunLog, thread: ThreadDraft, signal: AbortSignal): Emitter {
  let index = 0
  const send = (event: AgentEvent, isRestated = false) => {
    const frame = { index, event, ...(isRestated ? { isRestated } : {}) }
    index += 1
    thread.change((current) => applyFrame(current, frame))
    log.append(frame)
  }
  return {
    emit: (event) => {
      signal.throwIfAborted()
      send(event)
    },
    record: (event) => send(event),
    restate: (event) => {
      signal.throwIfAborted()
      send(event, true)
    },
    closeAll: () => {
      for (const event of closersOf(thread.current().run?.open ?? [])) send(event)
    },
  }
}
