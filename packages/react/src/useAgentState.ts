import type { Thread } from '@agui-kit/core'
import { useCallback } from 'react'
import { useThread } from './useThread.ts'

/**
 * A slice of the agent's shared state. The state is any JSON the agent likes: check what the selector reads.
 *
 * @example
 * const plan = useAgentState((state) => planSchema.safeParse(state).data?.plan)
 */
export function useAgentState<T>(selector: (state: unknown) => T): T {
  return useThread(
    useCallback((thread: Thread) => selector(thread.state), [selector]),
    'state',
  )
}
