import { KitError } from '../error.ts'
import { catalog } from '../events/catalog.ts'
import { isObject, listOf, object, optional, required, type Shape, string } from '../events/shape.ts'
import { interrupt, message, resumeEntry, runOutcome } from '../events/shapes.ts'
import type { EventType } from '../protocol/event.ts'
import type { ThreadSnapshot } from './transport.ts'

/** The events that open something; what else a snapshot calls open is not known and left out. */
const OPENERS = [
  'TEXT_MESSAGE_START',
  'REASONING_START',
  'REASONING_MESSAGE_START',
  'TOOL_CALL_START',
  'STEP_STARTED',
  'SUBAGENT_STARTED',
] as const satisfies readonly EventType[]

const openers: ReadonlyMap<unknown, Shape> = new Map(
  OPENERS.map((type) => [type, object(catalog[type].fields)]),
)
const messages = listOf(message)
const runError = object({ message: required(string), code: optional(string) })

/** The snapshot as our types have it. It comes from the network like any event and is trusted no more. */
export function toSnapshot(value: unknown, threadId: string): ThreadSnapshot {
  if (!isObject(value) || !Array.isArray(value.interrupts)) throw unreadable()
  if (typeof value.threadId === 'string' && value.threadId !== threadId) throw unreadable()
  const { activeRun, lastRun } = value
  return {
    messages: whole(messages, value.messages) as ThreadSnapshot['messages'],
    state: Object.hasOwn(value, 'state') ? value.state : {},
    interrupts: value.interrupts.map(toInterrupt),
    ...(isPresent(activeRun) && { activeRun: toActiveRun(activeRun) }),
    ...(isPresent(lastRun) && { lastRun: toLastRun(lastRun) }),
  }
}

type InterruptEntry = ThreadSnapshot['interrupts'][number]

function toInterrupt(entry: unknown): InterruptEntry {
  if (!isObject(entry) || typeof entry.runId !== 'string') throw unreadable()
  const asked = whole(interrupt, entry.interrupt) as InterruptEntry['interrupt']
  const { answered } = entry
  if (!isPresent(answered)) return { interrupt: asked, runId: entry.runId }
  if (!isObject(answered)) throw unreadable()
  const { status, payload } = answered
  const given = whole(resumeEntry, { interruptId: asked.id, status, ...(isPresent(payload) && { payload }) })
  const { interruptId: _, ...decision } = given as { interruptId: string } & NonNullable<
    InterruptEntry['answered']
  >
  return { interrupt: asked, runId: entry.runId, answered: decision }
}

function toActiveRun(run: unknown): NonNullable<ThreadSnapshot['activeRun']> {
  if (!isObject(run) || typeof run.runId !== 'string') throw unreadable()
  const { runId, lastEventId, open = [] } = run
  if (!Array.isArray(open)) throw unreadable()
  const known = open.flatMap((event: unknown) => {
    const shape = isObject(event) ? openers.get(event.type) : undefined
    return shape === undefined ? [] : [whole(shape, event)]
  })
  if (!isPresent(lastEventId)) return { runId, open: known as never }
  return { runId, lastEventId: whole(string, lastEventId) as string, open: known as never }
}

function toLastRun(run: unknown): NonNullable<ThreadSnapshot['lastRun']> {
  if (!isObject(run) || typeof run.runId !== 'string') throw unreadable()
  const { runId, outcome, error } = run
  if (isPresent(error)) return { runId, error: whole(runError, error) as { message: string } }
  // an outcome that is not known is none, and none is success.
  const fault = isPresent(outcome) ? judge(runOutcome, outcome) : undefined
  if (fault?.kind === 'malformed') throw unreadable()
  return { runId, ...(isPresent(outcome) && fault === undefined && { outcome: outcome as never }) }
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}

function judge(shape: Shape, value: unknown): ReturnType<Shape> {
  return shape(value, { tolerant: true, path: [], note: () => {} })
}

/** The value, with what is not described taken away. */
function whole(shape: Shape, value: unknown): unknown {
  if (judge(shape, value) !== undefined) throw unreadable()
  return value
}

function unreadable(): KitError {
  return new KitError(
    'transport-not-a-stream',
    'The snapshot of the thread cannot be read, so the thread stays as it was. Check that the server offers the resume extension as documented.',
  )
}
