import type { AssistantMessage } from '@agui-kit/core'
import { useIsStreaming } from '@agui-kit/react'
import type { ReactNode } from 'react'
import { useAnnouncement } from '../parts/Announcer.tsx'
import { useUi } from '../provider/useUi.ts'
import { Prose } from './Prose.tsx'
import { ToolItem } from './ToolItem.tsx'

/** What the agent said and the tools it called, in this order. */
export function AgentTurn({ message }: { readonly message: AssistantMessage }): ReactNode {
  const { messages } = useUi()
  const isStreaming = useIsStreaming(message.id)
  const text = message.content ?? ''
  // Nothing is said while it streams, all of it when it is complete.
  useAnnouncement(isStreaming ? undefined : text)
  return (
    <>
      {(text !== '' || isStreaming) && (
        <article className="agui-item agui-agent" aria-label={messages.agentSaid} aria-busy={isStreaming}>
          <Prose text={text} isStreaming={isStreaming} />
        </article>
      )}
      {message.toolCalls?.map((call) => (
        <ToolItem key={call.id} toolCallId={call.id} />
      ))}
    </>
  )
}
