import { indexToolCalls } from '../events/messages-snapshot.ts'
import { createDraft, publish } from '../thread/draft.ts'
import { toMessageList } from '../thread/message-list.ts'
import { emptyThread, type Thread } from '../thread/thread.ts'
import type { SessionOptions } from './session-types.ts'

/** The thread before anything happened in it: what the application gives it to begin with. */
export function firstThread(
  threadId: string,
  { initialMessages = [], initialState }: SessionOptions,
): Thread {
  const messages = toMessageList(initialMessages)
  const first = createDraft(
    { ...emptyThread(threadId), messages, state: initialState === undefined ? {} : initialState },
    () => 0,
  )
  indexToolCalls(first, initialMessages)
  return publish(first).thread
}
