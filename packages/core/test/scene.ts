import { createManualClock, type ManualClock } from '@agui-kit/testing'
import type { Issue } from '../src/issue.ts'
import { createMemoryPersistence } from '../src/persistence/memory.ts'
import type { Persistence } from '../src/persistence/persistence.ts'
import type { Ids } from '../src/ports.ts'
import type { Message } from '../src/protocol/message.ts'
import type { Interrupt } from '../src/protocol/run.ts'
import { createSession } from '../src/session/create-session.ts'
import type { Session, SessionOptions } from '../src/session/session-types.ts'
import { toMessages } from '../src/thread/message-list.ts'
import type { RunState, Thread } from '../src/thread/thread.ts'
import {
  createScriptedTransport,
  type ScriptedExchange,
  type ScriptedTransport,
} from './scripted-transport.ts'

/** A session with everything around it in a test's hands. */
export interface Scene {
  readonly session: Session
  readonly transport: ScriptedTransport
  readonly persistence: Persistence
  readonly clock: ManualClock
  readonly issues: readonly Issue[]
  readonly thread: () => Thread
  readonly messages: () => readonly Message[]
  /** The codes of what was reported. */
  readonly codes: () => readonly string[]
}

export type SceneOptions = Partial<Omit<SessionOptions, 'transport' | 'clock'>> & {
  readonly transport?: ScriptedTransport
  readonly clock?: ManualClock
}

/** Ids that count: `id1`, `id2` … */
export function countingIds(prefix = 'id'): Ids {
  let count = 0
  return () => `${prefix}${++count}`
}

export function createScene(options: SceneOptions = {}): Scene {
  const transport = options.transport ?? createScriptedTransport()
  const clock = options.clock ?? createManualClock()
  const persistence = options.persistence ?? createMemoryPersistence()
  const issues: Issue[] = []
  const session = createSession({
    threadId: 't',
    ids: countingIds(),
    onIssue: (issue) => issues.push(issue),
    ...options,
    transport,
    clock,
    persistence,
  })
  const thread = (): Thread => session.getSnapshot().thread
  return {
    session,
    transport,
    persistence,
    clock,
    issues,
    thread,
    messages: () => toMessages(thread().messages),
    codes: () => issues.map((issue) => issue.code),
  }
}

/** The page goes: another session on the same persistence. The first one is not told. */
export function reload(scene: Scene, options: SceneOptions = {}): Scene {
  return createScene({
    persistence: scene.persistence,
    clock: scene.clock,
    ids: countingIds('re'),
    ...options,
  })
}

export const started = (exchange: ScriptedExchange): object => ({
  type: 'RUN_STARTED',
  threadId: exchange.input.threadId,
  runId: exchange.input.runId,
})

export const finished = (exchange: ScriptedExchange, outcome?: object): object => ({
  type: 'RUN_FINISHED',
  threadId: exchange.input.threadId,
  runId: exchange.input.runId,
  ...(outcome && { outcome }),
})

export const approval = (id: string, more: Partial<Interrupt> = {}): Interrupt => ({
  id,
  reason: 'tool_call',
  ...more,
})

/** Plays a run to its end: start, these events, an outcome, the end of the body. */
export async function play(
  exchange: ScriptedExchange,
  events: readonly object[] = [],
  outcome?: object,
): Promise<void> {
  await exchange.push(started(exchange), ...events, finished(exchange, outcome))
  await exchange.end()
}

/** A thread that waits for these interrupts. */
export async function interrupted(scene: Scene, ...interrupts: readonly Interrupt[]): Promise<RunState> {
  const run = scene.session.send('refund A1024')
  await play(await scene.transport.next(), [], { type: 'interrupt', interrupts })
  return run
}
