import type { ClientTool } from '@agui-kit/core'
import { useEffect } from 'react'
import { useLatest } from './useLatest.ts'
import { useSession } from './useSession.ts'

/**
 * Offers a tool to the agent while the component is mounted. `execute` is the one of the latest render; the
 * tool is registered anew only when its name, description or parameters change. Throws `tool-duplicate` when
 * the session has a tool of that name.
 */
export function useClientTool(tool: ClientTool): void {
  const { registerTool } = useSession()
  const latest = useLatest(tool)
  const { name, description } = tool
  // A schema written in the component is a new object at every render, with the same text.
  const parametersText = tool.parameters === undefined ? undefined : JSON.stringify(tool.parameters)
  useEffect(
    () =>
      registerTool({
        name,
        description,
        ...(parametersText !== undefined && { parameters: JSON.parse(parametersText) as unknown }),
        execute: (input, call) => latest.current.execute(input, call),
      }),
    [registerTool, name, description, parametersText, latest],
  )
}
