import type { ContentPart, UserMessage } from '@agui-kit/core'
import type { ReactNode } from 'react'
import { useUi } from '../provider/useUi.ts'
import { Prose } from './Prose.tsx'

/** What the person said. */
export function UserTurn({ message }: { readonly message: UserMessage }): ReactNode {
  const { messages } = useUi()
  const parts: readonly ContentPart[] =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
  return (
    <article className="agui-item agui-user" aria-label={messages.you}>
      {parts.map((part, index) =>
        // Parts of one message have no identity but their place.
        part.type === 'text' ? (
          <Prose key={index} text={part.text} />
        ) : (
          <span key={index} className="agui-chip">
            {messages.attachment(part.type)}
          </span>
        ),
      )}
    </article>
  )
}
