import type { RunState, Thread } from '@agui-kit/core'
import { useThread } from './useThread.ts'

const selectRun = (thread: Thread): RunState => thread.run

/** How the thread's latest run stands. */
export function useRun(): RunState {
  return useThread(selectRun, 'run')
}
