import { type ReactNode, useState } from 'react'
import { CopyButton } from '../parts/CopyButton.tsx'
import { LongText } from '../parts/LongText.tsx'
import { useUi } from '../provider/useUi.ts'

const RAW_SHOWN_CHARS = 4_000

/** A section that is read as a list or as the text it is, and can be copied. */
export function RawSwitch({
  title,
  text,
  children,
}: {
  readonly title: string
  readonly text: string
  /** The list; without one there is only the text. */
  readonly children?: ReactNode
}): ReactNode {
  const { messages } = useUi()
  const [wantsRaw, setWantsRaw] = useState(false)
  const hasList = children !== undefined
  const isRaw = wantsRaw || !hasList
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for a form's controls
    <div className="agui-section" role="group" aria-label={title}>
      <div className="agui-section-head">
        <span className="agui-section-title">{title}</span>
        {hasList && (
          <button type="button" className="agui-link" onClick={() => setWantsRaw(!isRaw)}>
            {isRaw ? messages.showAsList : messages.showAsText}
          </button>
        )}
        <CopyButton text={text} />
      </div>
      {isRaw ? (
        <pre className="agui-raw">
          <LongText text={text} shownChars={RAW_SHOWN_CHARS} />
        </pre>
      ) : (
        children
      )}
    </div>
  )
}
