import { catalog } from '../events/catalog.ts'
import type { ChunkSpec, Opener } from '../events/spec.ts'
import { type Issue, type IssueCode, warning, withSeverity } from '../issue.ts'
import type { AgentEvent, ChunkEvent, Owner, WholeEvent } from '../protocol/event.ts'
import { NO_ISSUES, type Stage } from './stage.ts'

/** A chunk stream being assembled: one a lane, a lane an owner (P-65). */
interface Lane extends Opener {
  readonly spec: ChunkSpec<ChunkEvent>
}

/** Open lanes in the order in which they opened. Nested by owner, so that '' is an owner and absence another. */
export type Lanes = ReadonlyMap<Owner, Lane>

/** Shorthand to whole events, per lane (P-64). A stream that just ends gets no closers (P-77). */
export function createExpand(tolerant: boolean): Stage<Lanes, AgentEvent, WholeEvent> {
  return {
    initial: new Map(),
    step: (lanes, inputs) => {
      // Most batches hold no shorthand and no open lane: they pass as they are.
      if (lanes.size === 0 && !inputs.some(isChunk)) {
        return { state: lanes, out: inputs as readonly WholeEvent[], issues: NO_ISSUES }
      }
      const out: WholeEvent[] = []
      const issues: Issue[] = []
      let state = lanes
      for (const event of inputs) {
        const next = isChunk(event)
          ? takeChunk(state, event, tolerant, out, issues)
          : takeWhole(state, event, out)
        if ('code' in next) return { state, out, issues, fatal: withSeverity(next, 'fatal') }
        state = next
      }
      return { state, out, issues }
    },
  }
}

function isChunk(event: AgentEvent): event is ChunkEvent {
  return catalog[event.type].kind === 'chunk'
}

/**
 * P-70, P-71, P-72: what a whole event closes. The END comes before what closes it; what follows for the same
 * id is judged alone (P-74).
 */
function takeWhole(lanes: Lanes, event: WholeEvent, out: WholeEvent[]): Lanes {
  const { lane } = catalog[event.type] as { readonly lane: string }
  let next = lanes
  if (lane === 'closes-all') {
    for (const open of lanes.values()) out.push(closer(open))
    next = lanes.size === 0 ? lanes : new Map()
  } else if (lane === 'closes-own') {
    next = close(lanes, 'subagentRunId' in event ? event.subagentRunId : undefined, out)
  }
  out.push(event)
  return next
}

function closer(lane: Lane): WholeEvent {
  const end = lane.spec.close(lane.id)
  return lane.owner === undefined ? end : ({ ...end, subagentRunId: lane.owner } as WholeEvent)
}

/** P-73: a closed id may be opened again by a chunk that names it. */
function close(lanes: Lanes, owner: Owner, out: WholeEvent[]): Lanes {
  const lane = lanes.get(owner)
  if (lane === undefined) return lanes
  out.push(closer(lane))
  const next = new Map(lanes)
  next.delete(owner)
  return next
}

function takeChunk(
  lanes: Lanes,
  event: ChunkEvent,
  tolerant: boolean,
  out: WholeEvent[],
  issues: Issue[],
): Lanes | Issue {
  const spec = catalog[event.type] as unknown as ChunkSpec<ChunkEvent>
  const id = spec.id(event)
  const lane = findLane(lanes, spec, id, event)
  if (lane !== undefined && 'code' in lane) return lane
  if (lane !== undefined && (id === undefined || lane.id === id)) {
    const conflict = disagreement(lane, spec, event)
    if (conflict !== undefined) {
      if (!tolerant) return conflict
      issues.push(conflict)
    }
    if (hasContent(event)) out.push(contentOf(spec, lane, event))
    // A continuation that carries metadata alone still has to bring it home (P-75).
    else if (event.metadata !== undefined) out.push(contentOf(spec, lane, event))
    return lanes
  }
  return open(lanes, spec, id, event, out)
}

/** P-66: the lane a chunk goes on in, `undefined` for a first chunk. */
function findLane(
  lanes: Lanes,
  spec: ChunkSpec<ChunkEvent>,
  id: string | undefined,
  event: ChunkEvent,
): Lane | Issue | undefined {
  const ofKind = [...lanes.values()].filter((lane) => lane.spec === spec)
  if (id !== undefined) {
    const holder = ofKind.find((lane) => lane.id === id)
    if (holder === undefined || event.subagentRunId === undefined || event.subagentRunId === holder.owner)
      return holder
    return broken(
      'owner-mismatch',
      event,
      `${event.type} names another subagent than the one whose chunks "${id}" are.`,
      id,
    )
  }
  if (event.subagentRunId !== undefined) return ofKind.find((lane) => lane.owner === event.subagentRunId)
  const parents = ofKind.find((lane) => lane.owner === undefined)
  if (parents !== undefined) return parents
  return ofKind.length > 1
    ? broken(
        'chunk-ambiguous',
        event,
        `${event.type} without id or tag, while several subagents have one open.`,
      )
    : ofKind[0]
}

/** P-67: a first chunk brings its id, and a call's its name. */
function open(
  lanes: Lanes,
  spec: ChunkSpec<ChunkEvent>,
  id: string | undefined,
  event: ChunkEvent,
  out: WholeEvent[],
): Lanes | Issue {
  if (id === undefined)
    return broken('chunk-without-id', event, `A first ${event.type} has no id; none is invented.`)
  const lacking = spec.needs.find((key) => event[key] === undefined)
  if (lacking !== undefined)
    return broken('chunk-without-id', event, `A first ${event.type} has no ${lacking}; none is invented.`, id)
  const owner = event.subagentRunId
  // P-69: another id or another kind in the same lane closes what was pending.
  const next = new Map(close(lanes, owner, out))
  const lane: Lane = { id, owner, spec, fixed: { ...spec.implied, ...defined(spec.fixed(event)) } }
  next.set(owner, lane)
  out.push({ ...spec.open(id, event), ...carried(event, owner) })
  if (hasContent(event)) out.push(contentOf(spec, lane, event))
  return next
}

/** P-68: what a continuation repeats must be what the opener said, or left to its meaning. */
function disagreement(lane: Lane, spec: ChunkSpec<ChunkEvent>, event: ChunkEvent): Issue | undefined {
  for (const [key, value] of Object.entries(spec.fixed(event))) {
    if (value !== undefined && value !== lane.fixed[key]) {
      return broken(
        'chunk-conflict',
        event,
        `${event.type} says another ${key} than the chunk that opened "${lane.id}".`,
        lane.id,
      )
    }
  }
  return undefined
}

/** P-75: a content event follows a delta, also an empty one, or a rawEvent. */
function hasContent(event: ChunkEvent): boolean {
  return event.delta !== undefined || event.rawEvent !== undefined
}

function contentOf(spec: ChunkSpec<ChunkEvent>, lane: Lane, event: ChunkEvent): WholeEvent {
  const content = spec.content(lane.id, event.delta ?? '')
  const raw = event.rawEvent === undefined ? {} : { rawEvent: event.rawEvent }
  return { ...content, ...carried(event, event.subagentRunId ?? lane.owner), ...raw }
}

/** P-76: metadata goes on every event made from a chunk; the tag is the chunk's, else the opener's. */
function carried(event: ChunkEvent, owner: Owner): object {
  return {
    ...(owner !== undefined && { subagentRunId: owner }),
    ...(event.metadata !== undefined && { metadata: event.metadata }),
  }
}

function defined(values: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function broken(code: IssueCode, event: ChunkEvent, message: string, id?: string): Issue {
  return warning(code, message, { eventType: event.type, ...(id !== undefined && { id }) })
}
