import { useMessage } from '@agui-kit/react'
import { memo, type ReactNode } from 'react'
import { ActivityCard } from './ActivityCard.tsx'
import { AgentTurn } from './AgentTurn.tsx'
import { ReasoningPanel } from './ReasoningPanel.tsx'
import { UserTurn } from './UserTurn.tsx'

/** One message of the thread; renders anew only when that message changes. */
export const MessageView: (props: { readonly id: string }) => ReactNode = memo(function MessageView({
  id,
}: {
  readonly id: string
}): ReactNode {
  const message = useMessage(id)
  if (message === undefined) return null
  switch (message.role) {
    case 'user':
      return <UserTurn message={message} />
    case 'assistant':
      return <AgentTurn message={message} />
    case 'reasoning':
      return (
        <div className="agui-item" data-kind="machinery">
          <ReasoningPanel messageId={id} />
        </div>
      )
    case 'activity':
      return (
        <div className="agui-item" data-kind="machinery">
          <ActivityCard message={message} />
        </div>
      )
    case 'tool':
    case 'system':
    case 'developer':
      // A result is shown by its call's card; instructions are not for the reader.
      return null
    default:
      return message satisfies never
  }
}) as (props: { readonly id: string }) => ReactNode
