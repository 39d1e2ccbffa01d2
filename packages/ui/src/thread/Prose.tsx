import { type ReactNode, useState } from 'react'
import { shorten } from '../format/hidden-chars.ts'
import { useUi } from '../provider/useUi.ts'

const SHOWN_CHARS = 40_000

/**
 * What the agent says: plain paragraphs, each read in its own direction. It is text and nothing else: no
 * markup, no links.
 */
export function Prose({
  text,
  isStreaming = false,
}: {
  readonly text: string
  readonly isStreaming?: boolean
}): ReactNode {
  const { messages } = useUi()
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > SHOWN_CHARS
  const shown = isLong && !isWhole ? shorten(text, SHOWN_CHARS) : text
  const paragraphs = shown.trimEnd().split(/\n{2,}/)
  return (
    <div className="agui-prose">
      {paragraphs.map((paragraph, index) => (
        // A paragraph's place is its identity: text only grows at its end.
        <p key={index} dir="auto">
          {paragraph}
          {isStreaming && index === paragraphs.length - 1 && <span className="agui-caret" />}
        </p>
      ))}
      {isLong && !isWhole && (
        <button type="button" className="agui-link" onClick={() => setWhole(true)}>
          {messages.showAll}
        </button>
      )}
    </div>
  )
}
