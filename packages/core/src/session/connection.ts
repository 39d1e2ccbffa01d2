import type { RunFailure, TruncationCause } from '../thread/thread.ts'

/** Where the session stands with its current run. */
export type ConnectionState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'opening' }
  | { readonly kind: 'streaming' }
  /** The run was lost sight of and is being found again: reattaching, or snapshot and tail. */
  | { readonly kind: 'recovering' }
  /** The application's tools run, between two runs. */
  | { readonly kind: 'executing' }
  | { readonly kind: 'closed' }

/** What happens to a session. */
export type ConnectionEvent =
  | { readonly type: 'run' }
  | { readonly type: 'opened' }
  /** The way to the agent failed: before an answer, or in the middle of it. */
  | ({ readonly type: 'broke'; readonly failure: RunFailure } & Standing)
  /** The stream broke a rule that leaves nothing to read. */
  | { readonly type: 'refused'; readonly failure: RunFailure }
  /** Numbered frames are missing. */
  | { readonly type: 'gap'; readonly recoverable: boolean }
  /** The body ended. */
  | ({ readonly type: 'ended'; readonly sawEvent: boolean } & Standing)
  /** The page is back, and the run it left was live. */
  | { readonly type: 'recover' }
  | { readonly type: 'execute' }
  | { readonly type: 'executed' }
  | ({ readonly type: 'stop' } & Standing)
  | ({ readonly type: 'close' } & Standing)

/** What is known of the run when something happens to its stream. */
interface Standing {
  /** It has had no terminal event. */
  readonly live: boolean
  /** The server offers to go on with it. */
  readonly recoverable: boolean
}

/** What the session is to do, as data. */
export type Effect =
  /** Let go of the exchange and of running tools. */
  | { readonly type: 'abort' }
  /** Send the input of the requested run. */
  | { readonly type: 'open' }
  /** Find the run again. */
  | { readonly type: 'recover' }
  /** Tell the server to end the run: leaving is not cancelling. */
  | { readonly type: 'cancel' }
  | { readonly type: 'fail'; readonly failure: RunFailure }
  | { readonly type: 'truncate'; readonly cause: TruncationCause }
  /** The run has ended one way or another: deliver decisions, save, run what tools it asks for, tell who waits. */
  | { readonly type: 'settle'; readonly tools: 'run' | 'leave' }
  | { readonly type: 'release' }

type Next = readonly [ConnectionState, readonly Effect[]]
type On<T extends ConnectionEvent['type']> = (event: Extract<ConnectionEvent, { type: T }>) => Next

/** One row a state, one cell an event: what is not possible is said to be, not left out. */
export type Transitions = {
  readonly [K in ConnectionState['kind']]: { readonly [T in ConnectionEvent['type']]: On<T> }
}

const to = (kind: ConnectionState['kind'], ...effects: Effect[]): Next => [{ kind }, effects]
const stay = (kind: ConnectionState['kind']) => (): Next => [{ kind }, []]

const SETTLE: Effect = { type: 'settle', tools: 'run' }
/** P-32: who stops reading has a truncated run, not a cancelled one; and no tools run after it. */
const SETTLE_STOPPED: Effect = { type: 'settle', tools: 'leave' }

const EMPTY: RunFailure = {
  source: 'transport',
  code: 'transport-empty',
  message:
    'The agent answered with an event stream in which there was no event. Nothing is known of the run. Try again; if it stays so, look at the agent.',
}

const truncated = (cause: TruncationCause): Effect => ({ type: 'truncate', cause })
const recovering: Next = [{ kind: 'recovering' }, [{ type: 'abort' }, { type: 'recover' }]]

const reading = {
  // A body that breaks after the terminal event changes nothing of the run.
  broke: ({ live, recoverable }: Standing): Next =>
    live && recoverable ? recovering : to('idle', ...(live ? [truncated('disconnected')] : []), SETTLE),
  refused: ({ failure }: Extract<ConnectionEvent, { type: 'refused' }>): Next =>
    to('idle', { type: 'abort' }, { type: 'fail', failure }, SETTLE),
  gap: ({ recoverable }: { readonly recoverable: boolean }): Next =>
    recoverable ? recovering : to('idle', { type: 'abort' }, truncated('gap'), SETTLE),
  stop: ({ live, recoverable }: Standing): Next =>
    to(
      'idle',
      { type: 'abort' },
      ...(live && recoverable ? [{ type: 'cancel' } as const] : []),
      ...(live ? [truncated('stopped')] : []),
      SETTLE_STOPPED,
    ),
  // A run that can be found again goes on without us; it stays what it is.
  close: ({ live, recoverable }: Standing): Next =>
    to(
      'closed',
      { type: 'abort' },
      ...(live && !recoverable ? [truncated('reloaded')] : []),
      SETTLE_STOPPED,
      { type: 'release' },
    ),
}

/** The whole behaviour of a session's connection. */
export const transitions: Transitions = {
  idle: {
    run: () => to('opening', { type: 'open' }),
    opened: stay('idle'),
    broke: stay('idle'),
    refused: stay('idle'),
    gap: stay('idle'),
    ended: stay('idle'),
    recover: () => recovering,
    execute: () => to('executing'),
    executed: stay('idle'),
    stop: stay('idle'),
    close: () => to('closed', { type: 'release' }),
  },
  opening: {
    run: stay('opening'),
    opened: () => to('streaming'),
    broke: ({ failure }) => to('idle', { type: 'fail', failure }, SETTLE),
    refused: reading.refused,
    gap: stay('opening'),
    ended: stay('opening'),
    recover: stay('opening'),
    execute: stay('opening'),
    executed: stay('opening'),
    stop: reading.stop,
    close: reading.close,
  },
  streaming: {
    // The terminal event has come and the server holds the body open: the next run does not wait for it.
    run: () => to('opening', { type: 'abort' }, { type: 'open' }),
    opened: stay('streaming'),
    broke: reading.broke,
    refused: reading.refused,
    gap: reading.gap,
    // Without a terminal event a run is truncated, never successful (P-31).
    ended: (event) => {
      if (event.live && event.recoverable) return recovering
      return event.sawEvent ? reading.broke(event) : to('idle', { type: 'fail', failure: EMPTY }, SETTLE)
    },
    recover: stay('streaming'),
    execute: stay('streaming'),
    executed: stay('streaming'),
    stop: reading.stop,
    close: reading.close,
  },
  recovering: {
    run: stay('recovering'),
    opened: () => to('streaming'),
    // Given up: what is there stays, visibly cut.
    broke: () => to('idle', truncated('disconnected'), SETTLE),
    refused: reading.refused,
    gap: stay('recovering'),
    // The snapshot says that the run is over, and how.
    ended: () => to('idle', SETTLE),
    recover: stay('recovering'),
    execute: stay('recovering'),
    executed: stay('recovering'),
    stop: reading.stop,
    close: reading.close,
  },
  executing: {
    run: () => to('opening', { type: 'open' }),
    opened: stay('executing'),
    broke: stay('executing'),
    refused: stay('executing'),
    gap: stay('executing'),
    ended: stay('executing'),
    recover: stay('executing'),
    execute: stay('executing'),
    executed: () => to('idle'),
    stop: () => to('idle', { type: 'abort' }, SETTLE_STOPPED),
    close: () => to('closed', { type: 'abort' }, SETTLE_STOPPED, { type: 'release' }),
  },
  closed: {
    run: stay('closed'),
    opened: stay('closed'),
    broke: stay('closed'),
    refused: stay('closed'),
    gap: stay('closed'),
    ended: stay('closed'),
    recover: stay('closed'),
    execute: stay('closed'),
    executed: stay('closed'),
    stop: stay('closed'),
    close: stay('closed'),
  },
}

/** The next state, and what to do. */
export function transition(state: ConnectionState, event: ConnectionEvent): Next {
  const cell = transitions[state.kind][event.type] as (event: ConnectionEvent) => Next
  return cell(event)
}
