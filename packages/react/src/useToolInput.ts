import { findToolCall, type Thread } from '@agui-kit/core'
import { useMemo } from 'react'
import { createToolInputReader } from './tool-input.ts'
import { useThread } from './useThread.ts'

/**
 * The arguments of a tool call, parsed: what can be read so far while they stream, `undefined` before
 * anything can and where they turned out to be no JSON. Untrusted: check before use.
 */
export function useToolInput(id: string): unknown {
  const select = useMemo(() => {
    const read = createToolInputReader()
    return (thread: Thread): unknown => {
      const found = findToolCall(thread, id)
      if (found === undefined) return undefined
      return read(found.call.function.arguments, thread.toolCalls.get(id)?.phase !== 'args')
    }
  }, [id])
  return useThread(select, `toolCall:${id}`)
}
