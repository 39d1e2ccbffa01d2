import type { OpenInterrupt, Thread } from '@agui-kit/core'
import { useThread } from './useThread.ts'

const selectInterrupts = (thread: Thread): readonly OpenInterrupt[] => thread.interrupts

/** The interrupts the thread waits for, with the answers given so far. */
export function useInterrupts(): readonly OpenInterrupt[] {
  return useThread(selectInterrupts, 'interrupts')
}
