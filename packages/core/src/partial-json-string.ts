/** One JSON string while it is being written. */
export interface JsonStringReader {
  /** Begins a string; its opening quote has been read. */
  readonly start: () => void
  /** Reads from the delta and returns where it stopped: after the closing quote, or at the end of the delta. */
  readonly read: (delta: string, from: number) => number
  readonly status: 'open' | 'closed' | 'broken'
  /** What is certain so far. Half an escape and half a surrogate pair are not. */
  readonly text: string
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

export function createJsonStringReader(): JsonStringReader {
  // A high surrogate waits in `held` for its other half. It is kept apart because `text` may be a long
  // concatenation, and looking at its last character would flatten it at every read.
  let text = ''
  let held = ''
  let status: JsonStringReader['status'] = 'open'
  let mode: 'plain' | 'escape' | 'unicode' = 'plain'
  let hex = ''

  const append = (piece: string): void => {
    if (piece === '') return
    const whole = held + piece
    const last = whole.charCodeAt(whole.length - 1)
    const waits = last >= 0xd800 && last <= 0xdbff
    text += waits ? whole.slice(0, -1) : whole
    held = waits ? whole.slice(-1) : ''
  }

  const readPlain = (delta: string, from: number): number => {
    for (let at = from; at < delta.length; at++) {
      const code = delta.charCodeAt(at)
      if (code !== QUOTE && code !== BACKSLASH && code >= 0x20) continue
      append(delta.slice(from, at))
      if (code === BACKSLASH) mode = 'escape'
      else if (code === QUOTE) {
        text += held
        held = ''
        status = 'closed'
      } else status = 'broken'
      return at + 1
    }
    append(delta.slice(from))
    return delta.length
  }

  const readEscape = (char: string): void => {
    const plain = Object.hasOwn(ESCAPES, char) ? ESCAPES[char] : undefined
    if (char === 'u') {
      mode = 'unicode'
      hex = ''
    } else if (plain !== undefined) {
      mode = 'plain'
      append(plain)
    } else status = 'broken'
  }

  const readHex = (char: string): void => {
    if (!/^[\da-f]$/i.test(char)) status = 'broken'
    hex += char
    if (hex.length < 4) return
    mode = 'plain'
    append(String.fromCharCode(Number.parseInt(hex, 16)))
  }

  return {
    start: () => {
      text = ''
      held = ''
      status = 'open'
      mode = 'plain'
    },
    read: (delta, from) => {
      let at = from
      while (at < delta.length && status === 'open') {
        if (mode === 'plain') at = readPlain(delta, at)
        else {
          if (mode === 'escape') readEscape(delta.charAt(at))
          else readHex(delta.charAt(at))
          at++
        }
      }
      return at
    },
    get status() {
      return status
    },
    get text() {
      return text
    },
  }
}
