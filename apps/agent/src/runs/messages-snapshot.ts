import type { RunScope } from '../planner/planner.ts'
import { isActivity } from '../protocol/message.ts'

/**
 * The thread's messages as the client should hold them. Activities are left out on purpose: a snapshot
 * without any leaves those a client holds alone.
 */
export const emitMessages = ({ thread, emitter }: Pick<RunScope, 'thread' | 'emitter'>): void =>
  emitter.emit({
    type: 'MESSAGES_SNAPSHOT',
    messages: thread.current().messages.filter((message) => !isActivity(message)),
  })
