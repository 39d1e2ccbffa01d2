import {
  createDraft,
  createPipeline,
  emptyThread,
  type Frame,
  publish,
  type Thread,
  toMessages,
} from '@agui-kit/core'

/** A stream's end: the thread, and what ended it before its time. */
export interface Came {
  readonly thread: Thread
  readonly fatal: string | undefined
}

/** Where to begin, and how to read. */
export interface TakeOptions {
  readonly from?: Thread
  readonly strictness?: 'strict' | 'tolerant'
  /** Sees the thread after each read. */
  readonly onPublish?: (thread: Thread) => void
}

/** What comes of events in these reads, with the thread published after each. */
export function takeReads(reads: readonly (readonly unknown[])[], options: TakeOptions = {}): Came {
  const { from = emptyThread('t'), strictness = 'strict', onPublish } = options
  const draft = createDraft(from, () => 0)
  const pipeline = createPipeline(draft, { strictness })
  for (const events of reads) {
    const fatal = pipeline.push(framesOf(events))
    onPublish?.(publish(draft).thread)
    if (fatal !== undefined)
      return { thread: publish(draft).thread, fatal: `${fatal.code}: ${fatal.message}` }
  }
  return { thread: publish(draft).thread, fatal: undefined }
}

/** One frame an event. */
export function framesOf(events: readonly unknown[]): readonly Frame[] {
  return events.map((event) => ({ data: JSON.stringify(event) }))
}

/** A thread as plain values: two that are the same look the same, however they came to be. */
export function plainOf(thread: Thread): Readonly<Record<string, unknown>> {
  const { messages, toolCalls, streaming, ...rest } = thread
  return {
    ...rest,
    messages: toMessages(messages),
    toolCalls: [...toolCalls.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
    streaming: [...streaming].sort(),
  }
}

/** Cuts a list at these places, whatever order they are in. */
export function cutAt<T>(list: readonly T[], places: readonly number[]): readonly (readonly T[])[] {
  const ends = [...new Set(places.map((place) => place % (list.length + 1)))].sort((a, b) => a - b)
  return [...ends, list.length].map((end, at) => list.slice(at === 0 ? 0 : ends[at - 1], end))
}
