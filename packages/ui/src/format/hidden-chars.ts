/**
 * Characters that change what a reader sees without being seen: controls other than tab and line end,
 * direction overrides and isolates, zero-width spaces, soft hyphens, tags. The joiners stay: scripts and
 * emoji need them.
 */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- finding them is the point
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u

const SPLIT = new RegExp(`(${HIDDEN.source})`, 'gu')

/** A piece of text, or the code point of a character that would not be seen. */
export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly codePoint: string }

/** Text cut at its hidden characters. */
export function toPieces(text: string): readonly TextPiece[] {
  if (!HIDDEN.test(text)) return [{ kind: 'text', text }]
  return text
    .split(SPLIT)
    .filter((piece) => piece !== '')
    .map((piece) =>
      HIDDEN.test(piece) ? { kind: 'hidden', codePoint: toCodePoint(piece) } : { kind: 'text', text: piece },
    )
}

/** One line of plain text in which hidden characters are named, for labels that cannot hold markup. */
export function toPlainLine(text: string, maxChars = 200): string {
  const line = toPieces(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.codePoint}]`))
    .join('')
    .replace(/\s+/g, ' ')
  return shorten(line, maxChars)
}

/** At most so many characters, never half of one. */
export function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  return `${text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, '')}…`
}

function toCodePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
