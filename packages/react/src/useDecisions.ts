import type { Decision, Thread } from '@agui-kit/core'
import { useThread } from './useThread.ts'

const selectDecisions = (thread: Thread): readonly Decision[] => thread.decisions

/** The settled decisions, oldest first. Those on their way are on their `OpenInterrupt`. */
export function useDecisions(): readonly Decision[] {
  return useThread(selectDecisions, 'decisions')
}
