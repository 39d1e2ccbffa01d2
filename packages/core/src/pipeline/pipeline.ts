import type { Issue } from '../issue.ts'
import type { WholeEvent } from '../protocol/event.ts'
import { type Draft, report } from '../thread/draft.ts'
import type { Frame } from '../transport/transport.ts'
import { createDecode } from './decode.ts'
import { createExpand } from './expand.ts'
import { reduce } from './reduce.ts'
import { restoreStream, type SavedStream, saveStream } from './saved-stream.ts'
import { createSequence, positionOf, unfilledGap } from './sequence.ts'

/** The steps of one stream, joined; the draft is the thread's. */
export interface Pipeline {
  /**
   * Takes the frames of one network read. What stands before a broken frame is applied whatever the reads
   * were (W4). Gives back what makes going on impossible; then nothing more may be pushed.
   */
  readonly push: (frames: readonly Frame[]) => Issue | undefined
  /** The body has ended: frames that still waited for missing ones are a gap. */
  readonly end: () => Issue | undefined
  /** Whether any event was applied. */
  readonly sawEvent: () => boolean
  /** The token of the last numbered frame that was applied: where to go on after a break. */
  readonly position: () => string | undefined
  /** Frames that waited for missing ones are let go of: the stream is read again from `position`. */
  readonly rewind: () => void
  /** Where the stream stands, to go on from in another page. */
  readonly save: () => SavedStream
}

export interface PipelineOptions {
  readonly strictness: 'strict' | 'tolerant'
  /** The server numbers its frames without holes. Defaults to false. */
  readonly numbered?: boolean
  /** Where the stream goes on, when it is read again: the token of the last frame that has been had. */
  readonly after?: string
  /** Where the stream stood when it was saved; the draft's thread must be the one saved with it. */
  readonly from?: SavedStream
  /** Reads more into the whole events of the stream before they are reduced, as `legacyInterrupts` does. */
  readonly rewrite?: (events: readonly WholeEvent[]) => readonly WholeEvent[]
}

/**
 * Joins decode, sequence, expand and reduce for one stream: the same for every transport (P-1, P-2). A chunk
 * is judged before it is expanded (P-4), and what it became after (P-5).
 */
export function createPipeline(
  draft: Draft,
  { strictness, numbered = false, from, after = from?.position, rewrite }: PipelineOptions,
): Pipeline {
  const strict = strictness === 'strict'
  draft.strict = strict
  const decode = createDecode(!strict)
  const sequence = createSequence({ numbered, ...(after !== undefined && { after }) })
  const expand = createExpand(!strict)
  let decoding = from?.compat ?? decode.initial
  let sequencing = sequence.initial
  let expanding = from === undefined ? expand.initial : restoreStream(draft, from)
  let saw = false

  const tell = (issues: readonly Issue[]): void => {
    for (const issue of issues) report(draft, issue)
  }

  return {
    push: (frames) => {
      const decoded = decode.step(decoding, frames)
      const ordered = sequence.step(sequencing, decoded.out)
      const expanded = expand.step(expanding, ordered.out)
      decoding = decoded.state
      sequencing = ordered.state
      expanding = expanded.state
      tell(decoded.issues)
      tell(ordered.issues)
      tell(expanded.issues)
      saw ||= expanded.out.length > 0
      // The earliest event decides: what a later stage refuses stands before what an earlier stage stopped at.
      const events = rewrite === undefined ? expanded.out : rewrite(expanded.out)
      const fatal = reduce(draft, events, strict) ?? expanded.fatal ?? ordered.fatal ?? decoded.fatal
      if (fatal !== undefined) report(draft, fatal)
      return fatal
    },
    end: () => {
      const gap = unfilledGap(sequencing)
      if (gap !== undefined) report(draft, gap)
      return gap
    },
    sawEvent: () => saw,
    position: () => positionOf(sequencing),
    save: () => saveStream(draft, expanding, decoding, positionOf(sequencing)),
    rewind: () => {
      sequencing = { ...sequencing, held: new Map() }
    },
  }
}
