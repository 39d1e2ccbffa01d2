import { createJsonStringReader } from './partial-json-string.ts'

/** Reads JSON while it is still being written. */
export interface PartialJson {
  /** Takes the next piece of the text. The work is in proportion to the piece, whatever came before. */
  readonly feed: (delta: string) => void
  /** Says that the text is complete: a number at its very end becomes readable, anything open is a failure. */
  readonly end: () => void
  /**
   * What can be read so far; `undefined` before anything can. The tree is **live**: its open containers grow
   * with the next `feed`. Reading it costs nothing.
   */
  readonly value: () => unknown
  /**
   * The same as a value that never changes: a fresh copy of each container that is still open, and the closed
   * ones as they are, so that what did not change keeps its identity. Read it once a frame.
   */
  readonly snapshot: () => unknown
  /** Whether the text has stopped being JSON. The value stays at what was read before. */
  readonly failed: boolean
  /** Whether the text is one whole JSON value (a number at top level needs `end`). */
  readonly complete: boolean
}

/** Options of `createPartialJson`. */
export interface PartialJsonOptions {
  /** Containers inside one another before the text counts as failed. Default 200. */
  readonly maxDepth?: number
}

/** A container that is not closed yet, and where in it the value being read belongs. */
interface Level {
  readonly container: Record<string, unknown> | unknown[]
  key: string | number
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/**
 * The best readable value of a JSON text at any moment of its arrival. What is shown is never taken back and
 * never wrong: strings show as far as they go, numbers and literals only when whole (1 of 120 would be a
 * wrong amount), keys only with the beginning of their value. Of a key given twice, the last counts, as in
 * `JSON.parse`.
 */
export function createPartialJson(options: PartialJsonOptions = {}): PartialJson {
  const { maxDepth = 200 } = options
  const levels: Level[] = []
  const string = createJsonStringReader()
  let state: 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'comma' | 'over' = 'value'
  let token: 'none' | 'string' | 'key' | 'word' = 'none'
  /** A number or literal so far. */
  let word = ''
  let failed = false
  let root: unknown
  let shownLength = 0
  let lastSnapshot: unknown
  let isStale = false

  const place = (value: unknown): void => {
    isStale = true
    const level = levels.at(-1)
    if (level === undefined) root = value
    else setOwn(level.container, level.key, value)
  }

  const valueOver = (): void => {
    token = 'none'
    state = levels.length === 0 ? 'over' : 'comma'
  }

  const open = (container: Level['container']): void => {
    failed = levels.length >= maxDepth
    if (failed) return
    place(container)
    const isArray = Array.isArray(container)
    levels.push({ container, key: isArray ? 0 : '' })
    state = isArray ? 'first-value' : 'first-key'
  }

  const close = (bracket: string): void => {
    const level = levels.at(-1)
    failed = level === undefined || Array.isArray(level.container) !== (bracket === ']')
    if (failed) return
    levels.pop()
    valueOver()
  }

  const startString = (kind: 'string' | 'key'): void => {
    token = kind
    string.start()
    shownLength = -1
  }

  const startValue = (char: string): void => {
    if (char === '"') startString('string')
    else if (char === '{') open({})
    else if (char === '[') open([])
    else {
      token = 'word'
      word = ''
    }
  }

  const comma = (): void => {
    const level = levels.at(-1)
    if (typeof level?.key === 'number') {
      level.key++
      state = 'value'
    } else state = 'key'
  }

  /** One character that is neither space nor inside a token. */
  const readStructure = (char: string): void => {
    const isClose = char === ']' || char === '}'
    if (isClose && (state === 'comma' || state === 'first-value' || state === 'first-key')) close(char)
    else if (state === 'value' || state === 'first-value') startValue(char)
    else if ((state === 'key' || state === 'first-key') && char === '"') startString('key')
    else if (state === 'colon' && char === ':') state = 'value'
    else if (state === 'comma' && char === ',') comma()
    else failed = true
  }

  const showString = (): void => {
    if (token !== 'string' || shownLength === string.text.length) return
    shownLength = string.text.length
    place(string.text)
  }

  const readString = (delta: string, from: number): number => {
    const at = string.read(delta, from)
    failed = string.status === 'broken'
    if (string.status !== 'closed') return at
    const level = levels.at(-1)
    if (token === 'string') {
      showString()
      valueOver()
    } else if (level !== undefined) {
      level.key = string.text
      token = 'none'
      state = 'colon'
    }
    return at
  }

  const endWord = (): void => {
    const isNumber = NUMBER.test(word)
    failed = !isNumber && !LITERALS.has(word)
    if (failed) return
    place(isNumber ? Number(word) : LITERALS.get(word))
    valueOver()
  }

  const readWord = (delta: string, from: number): number => {
    let at = from
    while (at < delta.length && isWordCode(delta.charCodeAt(at))) at++
    word += delta.slice(from, at)
    // A literal needs no delimiter to be whole; a number does.
    if (at < delta.length || LITERALS.has(word)) endWord()
    else failed = !mayBecomeWord(word)
    return at
  }

  return {
    feed: (delta) => {
      let at = 0
      while (at < delta.length && !failed) {
        if (token === 'string' || token === 'key') at = readString(delta, at)
        else if (token === 'word') at = readWord(delta, at)
        else {
          const char = delta.charAt(at)
          if (!isSpace(char)) readStructure(char)
          // A word keeps its first character.
          if ((token as string) !== 'word') at++
        }
      }
      showString()
    },
    end: () => {
      if (failed) return
      if (token === 'word') endWord()
      failed ||= state !== 'over'
    },
    value: () => root,
    snapshot: () => {
      if (isStale) lastSnapshot = levels.length === 0 ? root : copyOpen(levels)
      isStale = false
      return lastSnapshot
    },
    get failed() {
      return failed
    },
    get complete() {
      return state === 'over' && !failed
    },
  }
}

function copyOpen(levels: readonly Level[]): unknown {
  let inner: unknown
  for (let depth = levels.length - 1; depth >= 0; depth--) {
    const { container, key } = levels[depth] as Level
    const copy = Array.isArray(container) ? container.slice() : { ...container }
    if (inner !== undefined) setOwn(copy, key, inner)
    inner = copy
  }
  return inner
}

/** Sets a key as `JSON.parse` does: one named `__proto__` is data like any other. */
function setOwn(container: Level['container'], key: string | number, value: unknown): void {
  if (key !== '__proto__') (container as Record<string | number, unknown>)[key] = value
  else Object.defineProperty(container, key, { value, configurable: true, enumerable: true, writable: true })
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\r' || char === '\t'
}

function mayBecomeWord(word: string): boolean {
  const first = word.charAt(0)
  if (first === '-' || (first >= '0' && first <= '9')) return true
  return [...LITERALS.keys()].some((literal) => literal.startsWith(word))
}

/** Letters, digits, sign and point: what numbers and literals are made of. */
function isWordCode(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x2e
  )
}
