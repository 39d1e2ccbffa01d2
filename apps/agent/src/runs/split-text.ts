const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Cuts text into words, each with what follows it up to the next; joined they are the text again. */
export function splitText(text: string): readonly string[] {
  const pieces: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike === true || pieces.length === 0) pieces.push(segment)
    else pieces.push((pieces.pop() ?? '') + segment)
  }
  return pieces
}

/** Cuts the JSON of arguments into pieces of a few characters, never inside a surrogate pair. */
export function splitArguments(text: string, pieceChars = 9): readonly string[] {
  const chars = [...text]
  const count = Math.max(2, Math.ceil(chars.length / pieceChars))
  const size = Math.max(1, Math.ceil(chars.length / count))
  return Array.from({ length: Math.ceil(chars.length / size) }, (_, index) =>
    chars.slice(index * size, (index + 1) * size).join(''),
  )
}
