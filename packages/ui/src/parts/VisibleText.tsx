import type { ReactNode } from 'react'
import { toPieces } from '../format/hidden-chars.ts'

/**
 * Untrusted text, isolated from the direction of what stands around it, with characters shown that would
 * change what is read without being seen.
 */
export function VisibleText({
  text,
  className,
}: {
  readonly text: string
  readonly className?: string
}): ReactNode {
  return (
    <bdi className={className}>
      {toPieces(text).map((piece, index) =>
        piece.kind === 'text' ? (
          piece.text
        ) : (
          // Pieces of one text have no identity but their place.
          <code key={index} className="agui-hidden-char">
            {piece.codePoint}
          </code>
        ),
      )}
    </bdi>
  )
}
