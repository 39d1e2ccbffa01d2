import { fault, type Issue, warning } from '../issue.ts'
import type { AgentEvent } from '../protocol/event.ts'
import type { Positioned } from './decode.ts'
import { NO_ISSUES, type Stage } from './stage.ts'

/** What has been seen of a numbered stream. */
export interface SequenceState {
  /** What the tokens of this numbering begin with; another beginning starts another numbering. */
  readonly prefix: string | undefined
  /** The last index given on; -1 before the first. */
  readonly last: number
  /** Later frames that wait for the ones missing before them, by index. */
  readonly held: ReadonlyMap<number, AgentEvent>
}

export interface SequenceOptions {
  /**
   * The server says that it numbers its frames without holes. Without that, what an `id:` holds changes
   * nothing (P-126, P-142).
   */
  readonly numbered: boolean
  /** Where the stream goes on: the token of the last frame that has been had. */
  readonly after?: string
  /** Frames that may wait for missing ones. Defaults to 64. */
  readonly windowFrames?: number
}

/** Puts numbered events in order, once each; what is missing beyond the window is a gap. */
export function createSequence({
  numbered,
  windowFrames = 64,
  after,
}: SequenceOptions): Stage<SequenceState, Positioned, AgentEvent> {
  return {
    initial: startAfter(after),
    step: (state, inputs) => {
      const out: AgentEvent[] = []
      const issues: Issue[] = []
      let next = state
      for (const { event, position } of inputs) {
        if (!numbered || position?.index === undefined) {
          out.push(event)
          continue
        }
        next = place(next, event, position.token, position.index, out, issues)
        if (next.held.size > windowFrames) return { state: next, out, issues, fatal: gap(next) }
      }
      return { state: next, out, issues: issues.length === 0 ? NO_ISSUES : issues }
    },
  }
}

/** Where a numbering goes on: after a token that ends in `:<n>`; after any other it begins anew. */
function startAfter(token: string | undefined): SequenceState {
  const digits = token === undefined ? undefined : /:(\d+)$/.exec(token)?.[1]
  const index = Number(digits)
  return token === undefined || digits === undefined || !Number.isSafeInteger(index)
    ? { prefix: undefined, last: -1, held: new Map() }
    : { prefix: token.slice(0, -digits.length), last: index, held: new Map() }
}

/** The token of the last frame given on, to go on after; `undefined` before the first. */
export function positionOf({ prefix, last }: SequenceState): string | undefined {
  return prefix === undefined || last < 0 ? undefined : `${prefix}${last}`
}

/** Frames that still wait when the stream ended: a hole that did not fill. */
export function unfilledGap(state: SequenceState): Issue | undefined {
  return state.held.size > 0 ? gap(state) : undefined
}

function gap(state: SequenceState): Issue {
  const after = state.last < 0 ? 'the beginning' : `frame ${state.last}`
  return fault(
    'frame-gap',
    `Frames after ${after} are missing and did not come; what follows the hole is not shown as if it were whole.`,
  )
}

function place(
  before: SequenceState,
  event: AgentEvent,
  token: string,
  index: number,
  out: AgentEvent[],
  issues: Issue[],
): SequenceState {
  const prefix = token.slice(0, token.lastIndexOf(':') + 1)
  const state: SequenceState = before.prefix === prefix ? before : { prefix, last: -1, held: new Map() }
  if (index <= state.last || state.held.has(index)) {
    issues.push(warning('frame-duplicate', 'A frame came twice and counts once.', { id: token }))
    return state
  }
  if (index > state.last + 1) return { ...state, held: new Map(state.held).set(index, event) }
  out.push(event)
  if (state.held.size === 0) return { ...state, last: index }
  const held = new Map(state.held)
  let last = index
  for (let waiting = held.get(last + 1); waiting !== undefined; waiting = held.get(last + 1)) {
    last += 1
    held.delete(last)
    out.push(waiting)
  }
  return { ...state, last, held }
}
