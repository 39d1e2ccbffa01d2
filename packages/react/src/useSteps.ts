import type { Step, Thread } from '@agui-kit/core'
import { useThread } from './useThread.ts'

const selectSteps = (thread: Thread): readonly Step[] => thread.steps

/** The steps of the latest run, in order of their start. */
export function useSteps(): readonly Step[] {
  return useThread(selectSteps, 'steps')
}
