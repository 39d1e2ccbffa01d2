import { findToolCall, selectToolCall, type Thread, type ToolCallView } from '@agui-kit/core'
import { useCallback } from 'react'
import { useSession } from './useSession.ts'
import { useThread } from './useThread.ts'

/** A tool call as a card shows it: proposal, decision and result together. */
export function useToolCall(id: string): ToolCallView | undefined {
  const { clientTools } = useSession()
  return useThread(
    useCallback(
      (thread: Thread) => {
        const name = findToolCall(thread, id)?.call.function.name
        return selectToolCall(
          thread,
          id,
          clientTools().some((tool) => tool.name === name),
        )
      },
      [id, clientTools],
    ),
    `toolCall:${id}`,
  )
}
