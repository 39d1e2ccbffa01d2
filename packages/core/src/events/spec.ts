import { type Issue, type IssueCode, warning } from '../issue.ts'
import type { ChunkEvent, EventOf, EventType, Owner, WholeEvent } from '../protocol/event.ts'
import type { Draft } from '../thread/draft.ts'
import type { Field } from './shape.ts'

/**
 * A broken rule and its plain reading: `apply` the event all the same, `skip` it, or `none`, which fails the
 * run in either mode. In strict mode every violation fails the run.
 */
export interface Violation {
  readonly issue: Issue
  readonly reading: 'apply' | 'skip' | 'none'
}

/** What an event does to the chunks being assembled. */
export type LaneEffect = 'closes-own' | 'closes-all' | 'leaves-open'

/** What the kit knows about one whole event. */
export interface WholeSpec<E extends WholeEvent> {
  readonly kind: 'whole'
  readonly fields: Readonly<Record<string, Field>>
  readonly lane: LaneEffect
  readonly check?: (draft: Draft, event: E) => Violation | undefined
  readonly reduce: (draft: Draft, event: E) => void
}

/** What opened a chunk stream, to hold its continuations against. */
export interface Opener {
  readonly id: string
  readonly owner: Owner
  readonly fixed: Readonly<Record<string, string | undefined>>
}

/** What the kit knows about one shorthand event: how it opens, goes on and closes. */
export interface ChunkSpec<E extends ChunkEvent> {
  readonly kind: 'chunk'
  readonly fields: Readonly<Record<string, Field>>
  readonly lane: 'text' | 'tool' | 'reasoning'
  readonly id: (event: E) => string | undefined
  /** What the first chunk must carry beyond the id, and what continuations may repeat but not change. */
  readonly needs: readonly (keyof E & string)[]
  readonly fixed: (event: E) => Readonly<Record<string, string | undefined>>
  /** What absence of a fixed field says on the opener. */
  readonly implied: Readonly<Record<string, string>>
  readonly open: (id: string, event: E) => WholeEvent
  readonly content: (id: string, delta: string) => WholeEvent
  readonly close: (id: string) => WholeEvent
}

export type SpecOf<T extends EventType> =
  EventOf<T> extends ChunkEvent
    ? ChunkSpec<EventOf<T>>
    : EventOf<T> extends WholeEvent
      ? WholeSpec<EventOf<T>>
      : never

/** Every event by name; a missing row does not compile. */
export type Catalog = { readonly [T in EventType]: SpecOf<T> }

/** A violation about one event. */
export function violation(
  code: IssueCode,
  event: { readonly type: EventType },
  reading: Violation['reading'],
  message: string,
  id?: string,
): Violation {
  return {
    reading,
    issue: warning(code, message, { eventType: event.type, ...(id !== undefined && { id }) }),
  }
}

/**
 * P-50, P-51: no tag is the parent agent on an opener, and on a continuation whoever owns the item; a tagged
 * continuation must name the opener's owner.
 */
export function ownerMismatch(
  event: { readonly type: EventType; readonly subagentRunId?: string },
  owner: Owner,
  id: string,
): Violation | undefined {
  if (event.subagentRunId === undefined || event.subagentRunId === owner) return undefined
  return violation(
    'owner-mismatch',
    event,
    'apply',
    `${event.type} names another subagent than the one that opened "${id}".`,
    id,
  )
}

/** The tag as the optional property of a message: never a key that holds `undefined`. */
export function tagOf(event: { readonly subagentRunId?: string }): { readonly subagentRunId?: string } {
  return event.subagentRunId === undefined ? {} : { subagentRunId: event.subagentRunId }
}
