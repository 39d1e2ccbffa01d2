import { type Issue, withSeverity } from '../issue.ts'
import type { Owner } from '../protocol/event.ts'
import type { Metadata } from '../protocol/json.ts'
import type { Message } from '../protocol/message.ts'
import { BLOCK_SIZE, type MessageList } from './message-list.ts'
import type { Thread, ToolCallRecord } from './thread.ts'

/** The same type, writable. Only drafts hold such values, and only of objects they own. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** What is open, and whose, in the current run. Resets when the next one starts. */
export interface RunLedger {
  phase: 'idle' | 'active' | 'closed' | 'failed'
  /** Open text messages, tool calls, reasoning messages and reasoning spans: four separate sets (P-41) that interleave freely (P-42). */
  readonly text: Map<string, Owner>
  readonly calls: Map<string, Owner>
  readonly reasoning: Map<string, Owner>
  readonly spans: Map<string, Owner>
  readonly steps: Map<Owner, Set<string>>
  /** Owners outlive the close, until the run ends; kept per kind (P-52). */
  readonly messageOwners: Map<string, Owner>
  readonly callOwners: Map<string, Owner>
  readonly activityOwners: Map<string, Owner>
  readonly reasoningOwners: Map<string, Owner>
  readonly subagents: Map<string, 'active' | 'closed'>
  /** Calls started in this run, and those that got a result. */
  readonly startedCalls: Set<string>
  readonly answeredCalls: Set<string>
  /** Arguments of calls that an earlier run started and this one tells again (tolerant mode). */
  readonly retold: Map<string, string>
}

/** A ledger in which nothing is open. */
export function emptyLedger(): RunLedger {
  return {
    phase: 'idle',
    text: new Map(),
    calls: new Map(),
    reasoning: new Map(),
    spans: new Map(),
    steps: new Map(),
    messageOwners: new Map(),
    callOwners: new Map(),
    activityOwners: new Map(),
    reasoningOwners: new Map(),
    subagents: new Map(),
    startedCalls: new Set(),
    answeredCalls: new Set(),
    retold: new Map(),
  }
}

/** What changed since the last publish; names as in `SnapshotKey`. */
export type ChangeKey =
  | Exclude<keyof Thread, 'threadId' | 'toolCalls' | 'streaming' | 'stateDiverged'>
  | `message:${string}`
  | `toolCall:${string}`

/**
 * The thread while it is being worked on. What was created since the last publish is owned and edited in
 * place, everything else is copied first, so a delta costs O(1) and a published thread never changes.
 */
export interface Draft {
  readonly threadId: string
  readonly now: () => number
  readonly fields: Mutable<Omit<Thread, 'threadId' | 'messages'>>
  /** Broken rules fail the run; reducers read nothing into what a rule leaves unsaid. */
  strict: boolean
  ledger: RunLedger
  /** Objects created since the last publish. */
  owned: Set<object>
  readonly changed: Set<ChangeKey>
  /** Something a person waits for happened: publish now instead of at the next frame. */
  urgent: boolean
  /** What the stages and reducers found wrong since it was last taken. */
  readonly found: Issue[]
  /** The item the last delta went to, already owned and marked. */
  cursor:
    | {
        readonly id: string
        readonly target: { text: string } | Mutable<{ content: string }> | Mutable<{ arguments: string }>
      }
    | undefined
  blocks: Message[][]
  ids: string[]
  index: Map<string, number>
  published: Thread
}

const ISSUES_KEPT = 100

/** Opens a draft of a thread. Costs the length of the thread, once per session. */
export function createDraft(thread: Thread, now: () => number): Draft {
  const { threadId, messages, ...fields } = thread
  return {
    threadId,
    now,
    strict: false,
    fields,
    ledger: emptyLedger(),
    owned: new Set(),
    changed: new Set(),
    urgent: false,
    found: [],
    cursor: undefined,
    blocks: messages.blocks as Message[][],
    ids: messages.ids as string[],
    // Not shared with the thread it came from: two drafts of one thread must not write into one index.
    index: new Map(messages.index),
    published: thread,
  }
}

/** Puts another thread in place of all, as after reading what was saved. Everything counts as changed. */
export function replaceThread(draft: Draft, thread: Thread): void {
  const { threadId: _, messages, ...fields } = thread
  for (const id of [...draft.ids, ...messages.ids]) draft.changed.add(`message:${id}`)
  for (const id of [...draft.fields.toolCalls.keys(), ...fields.toolCalls.keys()])
    draft.changed.add(`toolCall:${id}`)
  for (const key of [
    'messages',
    'state',
    'run',
    'steps',
    'subagents',
    'interrupts',
    'decisions',
    'usage',
    'issues',
  ] as const) {
    draft.changed.add(key)
  }
  Object.assign(draft.fields, fields)
  draft.ledger = emptyLedger()
  draft.owned = new Set()
  draft.cursor = undefined
  draft.blocks = messages.blocks as Message[][]
  draft.ids = messages.ids as string[]
  draft.index = new Map(messages.index)
}

/** The thread as it stands now, and what changed since the last call. From here on nothing of it is owned. */
export function publish(draft: Draft): { readonly thread: Thread; readonly changed: ReadonlySet<ChangeKey> } {
  if (draft.changed.has('run')) {
    // Whether an unanswered call is running or unknown depends on the run.
    for (const record of draft.fields.toolCalls.values()) {
      if (record.phase !== 'answered') draft.changed.add(`toolCall:${record.id}`)
    }
  }
  const changed = new Set(draft.changed)
  if (changed.size === 0) return { thread: draft.published, changed }
  const before = draft.published.messages
  const messages: MessageList =
    before.blocks === draft.blocks
      ? before
      : { size: draft.ids.length, blocks: draft.blocks, ids: draft.ids, index: draft.index }
  draft.published = { threadId: draft.threadId, messages, ...draft.fields }
  draft.changed.clear()
  draft.owned = new Set()
  draft.cursor = undefined
  draft.urgent = false
  return { thread: draft.published, changed }
}

/** Sets a field of the thread and marks it. */
export function setField<
  K extends Exclude<keyof Draft['fields'], 'toolCalls' | 'streaming' | 'stateDiverged'>,
>(draft: Draft, key: K, value: Draft['fields'][K]): void {
  draft.fields[key] = value
  draft.changed.add(key)
}

/** Notes an issue: it is kept with the thread and handed to whoever listens. */
export function report(draft: Draft, issue: Issue): void {
  const kept = withSeverity(issue, issue.severity)
  draft.found.push(kept)
  setField(draft, 'issues', [...draft.fields.issues.slice(1 - ISSUES_KEPT), kept])
}

/** A container of the thread that may be edited now: itself when owned, else a copy put in its place. */
export function own<T extends object>(draft: Draft, value: T, copy: (value: T) => T): T {
  if (draft.owned.has(value)) return value
  const owned = copy(value)
  draft.owned.add(owned)
  return owned
}

function ownBlocks(draft: Draft): Message[][] {
  draft.blocks = own(draft, draft.blocks, (blocks) => blocks.slice())
  return draft.blocks
}

/** The position of a message in the draft, or -1. */
export function positionOf(draft: Draft, id: string): number {
  return draft.index.get(id) ?? -1
}

/** The message with an id as it stands in the draft: for reading. */
export function peek(draft: Draft, id: string): Message | undefined {
  const position = draft.index.get(id)
  return position === undefined
    ? undefined
    : draft.blocks[Math.floor(position / BLOCK_SIZE)]?.[position % BLOCK_SIZE]
}

/** The message with an id, ready to be edited; its key is marked. */
export function edit(draft: Draft, id: string): Mutable<Message> | undefined {
  const position = draft.index.get(id)
  if (position === undefined) return undefined
  draft.changed.add(`message:${id}`)
  const at = Math.floor(position / BLOCK_SIZE)
  const blocks = ownBlocks(draft)
  const known = blocks[at]
  if (known === undefined) return undefined
  const block = own(draft, known, (messages) => messages.slice())
  blocks[at] = block
  const message = block[position % BLOCK_SIZE]
  if (message === undefined) return undefined
  const owned = own(draft, message, (value) => ({ ...value }))
  block[position % BLOCK_SIZE] = owned
  return owned
}

/** Adds a message at the end. */
export function append(draft: Draft, message: Message): void {
  const position = draft.ids.length
  const blocks = ownBlocks(draft)
  const at = Math.floor(position / BLOCK_SIZE)
  const block = own(draft, blocks[at] ?? [], (messages) => messages.slice())
  blocks[at] = block
  block.push(message)
  draft.owned.add(message)
  draft.ids = own(draft, draft.ids, (ids) => ids.slice())
  draft.ids.push(message.id)
  draft.index.set(message.id, position)
  draft.changed.add('messages').add(`message:${message.id}`)
}

/** Puts other messages in place of all. Costs their number; for snapshots and insertions only. */
export function rearrange(draft: Draft, messages: readonly Message[]): void {
  const before = draft.index
  draft.cursor = undefined
  draft.blocks = []
  draft.ids = []
  draft.owned.add(draft.blocks).add(draft.ids)
  // A new index: lists published before keep theirs.
  draft.index = new Map()
  for (const [position, message] of messages.entries()) {
    const at = Math.floor(position / BLOCK_SIZE)
    let block = draft.blocks[at]
    if (block === undefined) {
      block = []
      draft.blocks[at] = block
      draft.owned.add(block)
    }
    block.push(message)
    draft.ids.push(message.id)
    draft.index.set(message.id, position)
  }
  for (const id of before.keys()) if (!draft.index.has(id)) draft.changed.add(`message:${id}`)
  draft.changed.add('messages')
}

/** Puts a message at a position. */
export function insert(draft: Draft, position: number, message: Message): void {
  if (position >= draft.ids.length) {
    append(draft, message)
    return
  }
  const messages = draft.blocks.flat()
  messages.splice(position, 0, message)
  rearrange(draft, messages)
  draft.changed.add(`message:${message.id}`)
}

/** Changes what is known of a tool call beside its text. */
export function setToolCall(
  draft: Draft,
  id: string,
  change: Partial<ToolCallRecord> & { readonly messageId?: string },
): void {
  const records = own(draft, draft.fields.toolCalls as Map<string, ToolCallRecord>, (map) => new Map(map))
  const known = records.get(id)
  records.set(id, { id, messageId: change.messageId ?? '', phase: 'called', ...known, ...change })
  draft.fields.toolCalls = records
  draft.changed.add(`toolCall:${id}`)
}

/** Forgets what is known of a tool call, because its id now names another one. */
export function dropToolCall(draft: Draft, id: string): void {
  const records = own(draft, draft.fields.toolCalls as Map<string, ToolCallRecord>, (map) => new Map(map))
  records.delete(id)
  draft.fields.toolCalls = records
}

/** Marks a message as streaming, or no longer. */
export function setStreaming(draft: Draft, id: string, streaming: boolean): void {
  if (draft.fields.streaming.has(id) === streaming) return
  const ids = own(draft, draft.fields.streaming as Set<string>, (set) => new Set(set))
  if (streaming) ids.add(id)
  else ids.delete(id)
  draft.fields.streaming = ids
  draft.changed.add(`message:${id}`)
}

/** Merges metadata per key; the last write wins and null is data (P-99). */
export function mergeMetadata(target: { metadata?: Metadata }, incoming: Metadata | undefined): void {
  if (incoming !== undefined) target.metadata = { ...target.metadata, ...incoming }
}
