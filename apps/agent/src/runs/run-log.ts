import { type AgentEvent, isTerminal } from '../protocol/event.ts'

/** One event of a run and its number: 0, 1, 2 … without holes. */
export interface RunFrame {
  readonly index: number
  readonly event: AgentEvent
}

/** Everything a run has sent so far. It grows at one end and any number of readers follow it. */
export interface RunLog {
  readonly append: (event: AgentEvent) => void
  /** No more frames will come. A terminal event ends the log by itself. */
  readonly end: () => void
  readonly isEnded: () => boolean
  readonly framesFrom: (index: number) => readonly RunFrame[]
  /** Calls back, once, at the next frame or the end. Returns the way to stop waiting. */
  readonly onChange: (notify: () => void) => () => void
}

export function createRunLog(): RunLog {
  const frames: RunFrame[] = []
  const waiting = new Set<() => void>()
  let ended = false

  const wake = () => {
    const woken = [...waiting]
    waiting.clear()
    for (const notify of woken) notify()
  }

  const end = () => {
    if (ended) return
    ended = true
    wake()
  }

  return {
    append: (event) => {
      if (ended) throw new Error(`A run that is over cannot send ${event.type}.`)
      frames.push({ index: frames.length, event })
      if (isTerminal(event)) end()
      else wake()
    },
    end,
    isEnded: () => ended,
    framesFrom: (index) => frames.slice(index),
    onChange: (notify) => {
      waiting.add(notify)
      return () => waiting.delete(notify)
    },
  }
}
