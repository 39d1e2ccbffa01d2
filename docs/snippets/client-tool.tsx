import { useClientTool } from '@agui-kit/react'

export function Clock() {
  useClientTool({
    name: 'get_local_time',
    description: 'The time on the clock of the person using this page.',
    parameters: { type: 'object', properties: {} },
    execute: () => ({ time: new Date().toISOString() }),
  })
  return null
}
