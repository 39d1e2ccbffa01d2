import { useIsStreaming, useMessage } from '@agui-kit/react'
import type { ReactNode } from 'react'
import { shorten } from '../format/hidden-chars.ts'
import { Disclosure } from '../parts/Disclosure.tsx'
import { VisibleText } from '../parts/VisibleText.tsx'
import { useUi } from '../provider/useUi.ts'
import { Prose } from './Prose.tsx'

const PREVIEW_CHARS = 120

/** What the model thought, folded: its beginning in one line, the rest on demand. */
export function ReasoningPanel({ messageId }: { readonly messageId: string }): ReactNode {
  const { messages } = useUi()
  const message = useMessage(messageId)
  const isStreaming = useIsStreaming(messageId)
  if (message?.role !== 'reasoning' || (message.content === '' && !isStreaming)) return null
  const title = isStreaming ? messages.reasoningLive : messages.reasoning
  return (
    <Disclosure
      icon="thought"
      state={isStreaming ? 'streaming' : 'done'}
      label={title}
      head={
        <>
          <span className="agui-tool-name">{title}</span>
          <span className="agui-tool-summary">
            <VisibleText text={shorten(message.content, PREVIEW_CHARS)} />
          </span>
        </>
      }
    >
      {() => (
        <div className="agui-reasoning">
          <Prose text={message.content} isStreaming={isStreaming} />
        </div>
      )}
    </Disclosure>
  )
}
