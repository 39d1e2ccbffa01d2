import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import type { ToldPart } from '../presentation/tool-words.ts'
import { useUi } from '../provider/useUi.ts'
import { VisibleText } from './VisibleText.tsx'

/** A value that was changed: the old one struck, an arrow, the new one. */
export function Changed({
  was,
  children,
}: {
  readonly was: ReactNode
  readonly children: ReactNode
}): ReactNode {
  const { messages } = useUi()
  return (
    <span className="agui-changed">
      <span className="agui-sr">{messages.was} </span>
      <del>{was}</del>
      <Icon name="arrow-end" size="tight" className="agui-arrow" />
      <span className="agui-sr">{messages.becomes} </span>
      <ins>{children}</ins>
    </span>
  )
}

/** A sentence with what matters set apart and what was changed told in place. */
export function Told({ parts }: { readonly parts: readonly ToldPart[] }): ReactNode {
  return parts.map((part, index) => {
    const text = <VisibleText text={part.text} />
    // Parts of one sentence have no identity but their place.
    if (!part.isStrong) return <span key={index}>{text}</span>
    if (part.was === undefined) return <strong key={index}>{text}</strong>
    return (
      <Changed key={index} was={<VisibleText text={part.was} />}>
        <strong>{text}</strong>
      </Changed>
    )
  })
}
