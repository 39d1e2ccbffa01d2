import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { useUi } from '../provider/useUi.ts'

const CONFIRMED_MS = 2_000

/** Copies a text and says so. Names itself by `label`, or by the word beside the icon. */
export function CopyButton({
  text,
  label,
}: {
  readonly text: string
  /** For a button without a word: what it copies. */
  readonly label?: string
}): ReactNode {
  const { messages } = useUi()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = (): void => {
    // Pages without permission, or served over plain http, have no clipboard: then nothing is claimed.
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  const word = isCopied ? messages.copied : messages.copy
  return (
    <button
      type="button"
      className={label === undefined ? 'agui-link' : 'agui-icon-button'}
      aria-label={label === undefined ? undefined : isCopied ? messages.copied : label}
      title={label}
      onClick={copy}
    >
      <Icon name={isCopied ? 'check' : 'copy'} size="tight" />
      {label === undefined && word}
    </button>
  )
}
