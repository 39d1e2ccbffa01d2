import { toPlainLine } from '../format/hidden-chars.ts'

const LINES_KEPT = 4
const MAX_CHARS = 600

/** One thing said. */
export interface AnnouncedLine {
  readonly id: number
  readonly text: string
}

/** What was said last. */
export interface Announcer {
  readonly announce: (text: string) => void
  readonly lines: () => readonly AnnouncedLine[]
  readonly subscribe: (listener: () => void) => () => void
}

export function createAnnouncer(): Announcer {
  const listeners = new Set<() => void>()
  let lines: readonly AnnouncedLine[] = []
  let count = 0
  return {
    announce: (text) => {
      count += 1
      lines = [...lines, { id: count, text: toPlainLine(text, MAX_CHARS) }].slice(-LINES_KEPT)
      for (const listener of listeners) listener()
    },
    lines: () => lines,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
