import type { Thread } from './thread.ts'

/** Where the session stands on the network. */
export type Connection =
  | { readonly kind: 'idle' }
  /** The input is on its way; no answer yet. */
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** The run was lost sight of and is being found again; `nextTryAtMs` is when the next attempt begins. */
  | { readonly kind: 'reconnecting'; readonly attempt: number; readonly nextTryAtMs?: number }

/** What the session's store publishes: the thread and what stands around it. */
export interface SessionSnapshot {
  readonly thread: Thread
  /** `loading` until what was saved has been read. */
  readonly phase: 'new' | 'loading' | 'ready' | 'closed'
  readonly connection: Connection
  /** The server's clock minus ours, in milliseconds; 0 until a response told. Deadlines are read by it. */
  readonly clockSkewMs: number
}

/**
 * What a listener may wait for. `thread` wakes at every publish; the others only when their part changed.
 */
export type SnapshotKey =
  | 'thread'
  | 'messages'
  | 'state'
  | 'run'
  | 'steps'
  | 'interrupts'
  | 'decisions'
  | 'subagents'
  | 'usage'
  | 'issues'
  | 'connection'
  | 'phase'
  | `message:${string}`
  | `toolCall:${string}`
