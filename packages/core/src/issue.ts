import type { EventType } from './protocol/event.ts'

/**
 * What can be wrong with a stream or with what was saved. An issue is data: it never throws, and it reaches
 * the app through `onIssue` and `Thread.issues`.
 */
export type IssueCode =
  // reading frames
  | 'frame-not-json'
  | 'frame-not-event'
  | 'event-unknown'
  | 'field-unknown'
  | 'member-unknown'
  | 'field-malformed'
  | 'null-as-absent'
  | 'legacy-shape'
  | 'legacy-loss'
  // order
  | 'frame-duplicate'
  | 'frame-gap'
  // chunks
  | 'chunk-without-id'
  | 'chunk-ambiguous'
  | 'chunk-conflict'
  // lifecycle
  | 'run-not-started'
  | 'run-already-active'
  | 'event-after-run-end'
  | 'run-left-open'
  | 'run-id-mismatch'
  | 'thread-id-mismatch'
  | 'version-newer'
  | 'version-unreadable'
  | 'usage-malformed'
  // items
  | 'item-already-open'
  | 'item-not-open'
  | 'item-unknown'
  | 'owner-mismatch'
  | 'step-already-open'
  | 'step-not-open'
  | 'subagent-already-known'
  | 'subagent-not-active'
  | 'subagent-parent-unknown'
  | 'message-role-conflict'
  | 'message-id-duplicate'
  | 'tool-name-changed'
  | 'tool-call-id-reused'
  | 'tool-result-orphan'
  | 'tool-result-duplicate'
  | 'tool-args-invalid'
  | 'encrypted-value-lost'
  // state
  | 'state-patch-failed'
  | 'activity-patch-failed'
  | 'activity-unknown'
  // interrupts
  | 'interrupt-duplicate'
  // the session
  | 'input-field-dropped'
  | 'saved-thread-unreadable'
  | 'saved-thread-foreign'
  | 'persistence-failed'
  | 'observer-threw'

/**
 * `info`: legal, worth knowing. `warning`: something was dropped or taken in its plain reading. `error`:
 * something the person sees may be incomplete. `fatal`: the run cannot go on.
 */
export type IssueSeverity = 'info' | 'warning' | 'error' | 'fatal'

/** One thing that is wrong, with what is needed to find it. */
export interface Issue {
  readonly code: IssueCode
  readonly severity: IssueSeverity
  /** One sentence for a developer. Holds names and ids of the stream, never its text. */
  readonly message: string
  readonly eventType?: EventType | (string & {})
  /** The path of the field, as `messages[2].role`. */
  readonly path?: string
  /** The item it is about. */
  readonly id?: string
  readonly runId?: string
}

type Facts = Omit<Issue, 'code' | 'severity' | 'message'>

/** Names and ids come from the stream, where a name may be as long as a book; an issue stays a note. */
const MESSAGE_CHARS = 600
const FACT_CHARS = 300

/** Something was dropped or read in its plain sense. */
export function warning(code: IssueCode, message: string, facts: Facts = {}): Issue {
  return { code, severity: 'warning', message: clip(message, MESSAGE_CHARS), ...clipped(facts) }
}

/** Something that is shown may be incomplete. */
export function fault(code: IssueCode, message: string, facts: Facts = {}): Issue {
  return { ...warning(code, message, facts), severity: 'error' }
}

function clipped(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).map(([key, fact]) => [key, clip(fact, FACT_CHARS)]))
}

function clip(text: string, chars: number): string {
  return text.length > chars ? `${text.slice(0, chars - 1)}…` : text
}

/** The same issue with another weight. */
export function withSeverity(issue: Issue, severity: IssueSeverity): Issue {
  return issue.severity === severity ? issue : { ...issue, severity }
}
