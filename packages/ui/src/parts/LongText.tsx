import { type ReactNode, useState } from 'react'
import { shorten } from '../format/hidden-chars.ts'
import { useUi } from '../provider/useUi.ts'
import { VisibleText } from './VisibleText.tsx'

const SHOWN_CHARS = 400

/** Untrusted text of any length: the beginning, and the rest on demand. */
export function LongText({
  text,
  shownChars = SHOWN_CHARS,
  className,
}: {
  readonly text: string
  readonly shownChars?: number
  readonly className?: string
}): ReactNode {
  const { messages } = useUi()
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > shownChars * 1.2
  return (
    <>
      <VisibleText
        text={isLong && !isWhole ? shorten(text, shownChars) : text}
        {...(className !== undefined && { className })}
      />
      {isLong && (
        <button
          type="button"
          className="agui-link agui-more"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? messages.showLess : messages.showAll}
        </button>
      )}
    </>
  )
}
