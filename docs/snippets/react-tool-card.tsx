import { useToolCall, useToolInput } from '@agui-kit/react'

export function ToolCard({ id }: { id: string }) {
  const call = useToolCall(id)
  const input = useToolInput(id)
  if (call === undefined) return null
  return (
    <details>
      <summary>
        {call.name}: {call.status}
      </summary>
      <pre>{JSON.stringify(call.editedArgs ?? input, null, 2)}</pre>
      {typeof call.result?.content === 'string' && <pre>{call.result.content}</pre>}
    </details>
  )
}
