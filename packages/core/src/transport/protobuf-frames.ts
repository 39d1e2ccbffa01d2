/** P-133: frames are a 4-byte unsigned big-endian length and as many bytes, cut into reads anywhere. */
export interface FrameCutter {
  /** The bytes of the next read; what was given before must have been taken. */
  readonly give: (read: Uint8Array) => void
  /** The next whole frame without its length, or `undefined` when that needs another read. */
  readonly take: () => Uint8Array | undefined
  /** Whether a frame has begun and is not whole. */
  readonly isMidFrame: () => boolean
}

const PREFIX_BYTES = 4
const NOTHING = new Uint8Array()

/**
 * Nothing is copied when a frame lies in one read; of one that came in parts each byte is copied once.
 * `accept` judges an announced length before room is made for it, and throws to refuse it.
 */
export function createFrameCutter(accept: (byteCount: number) => void): FrameCutter {
  let read: Uint8Array = NOTHING
  let at = 0
  let length = 0
  let prefixCount = 0
  /** Room for a frame whose beginning alone has come. */
  let gathered: Uint8Array | undefined
  let gatheredCount = 0

  const readPrefix = (): boolean => {
    if (prefixCount === PREFIX_BYTES) return true
    for (; prefixCount < PREFIX_BYTES && at < read.length; at++, prefixCount++) {
      length = length * 256 + (read[at] ?? 0)
    }
    if (prefixCount < PREFIX_BYTES) return false
    accept(length)
    return true
  }

  const readBody = (): Uint8Array | undefined => {
    const piece = read.subarray(at, at + length - gatheredCount)
    at += piece.length
    if (piece.length === length) return piece
    gathered ??= new Uint8Array(length)
    gathered.set(piece, gatheredCount)
    gatheredCount += piece.length
    return gatheredCount === length ? gathered : undefined
  }

  return {
    give: (bytes) => {
      read = bytes
      at = 0
    },
    take: () => {
      const frame = readPrefix() ? readBody() : undefined
      if (frame === undefined) {
        read = NOTHING
        at = 0
        return undefined
      }
      length = 0
      prefixCount = 0
      gathered = undefined
      gatheredCount = 0
      return frame
    },
    isMidFrame: () => prefixCount > 0,
  }
}
