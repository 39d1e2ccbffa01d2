import type { OpenInterrupt, Thread } from '@agui-kit/core'
import { useCallback } from 'react'
import { useThread } from './useThread.ts'

/** The open interrupt with an id; `undefined` once it is settled. */
export function useInterrupt(id: string): OpenInterrupt | undefined {
  return useThread(
    useCallback((thread: Thread) => thread.interrupts.find((open) => open.interrupt.id === id), [id]),
    'interrupts',
  )
}
