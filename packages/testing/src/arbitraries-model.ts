import type { AgentEvent, EventOf, EventType, Owner } from '@agui-kit/core'

/** A chunk stream being assembled. */
export interface PendingChunks {
  readonly kind: 'text' | 'tool' | 'reasoning'
  readonly id: string
  /** What the opener fixed, for continuations to repeat. */
  readonly fixed: object
}

/** What a producer has to remember to go on legally. It says what may come, not what a thread looks like. */
export interface Model {
  phase: 'idle' | 'active' | 'closed' | 'failed'
  runId: string
  minted: number
  /** Ids of messages the client holds, by role. */
  readonly held: Map<string, string>
  /** The message of each call the client holds, and the calls that have a result. */
  readonly calls: Map<string, string>
  readonly answered: Set<string>
  /** What is open in this run. */
  readonly text: Map<string, Owner>
  readonly tool: Map<string, Owner>
  readonly reasoning: Map<string, Owner>
  readonly spans: Map<string, Owner>
  readonly steps: Map<Owner, Set<string>>
  readonly subagents: Map<string, 'active' | 'closed'>
  readonly lanes: Map<Owner, PendingChunks>
  /** Whose what is, as far as this run has said. */
  readonly messageOwners: Map<string, Owner>
  /** Messages whose owner a text or a snapshot of this run has said; a call may leave its tag out under one. */
  readonly spoken: Set<string>
  readonly callOwners: Map<string, Owner>
  readonly reasoningOwners: Map<string, Owner>
  readonly activityOwners: Map<string, Owner>
}

export function createModel(): Model {
  return {
    phase: 'idle',
    runId: '',
    minted: 0,
    held: new Map(),
    calls: new Map(),
    answered: new Set(),
    text: new Map(),
    tool: new Map(),
    reasoning: new Map(),
    spans: new Map(),
    steps: new Map(),
    subagents: new Map(),
    lanes: new Map(),
    messageOwners: new Map(),
    spoken: new Set(),
    callOwners: new Map(),
    reasoningOwners: new Map(),
    activityOwners: new Map(),
  }
}

/** An id that nothing has yet. */
export function mint(model: Model, prefix: string): string {
  model.minted += 1
  return `${prefix}${model.minted}`
}

/** Remembers what an event says. The event must be legal here. */
export function track(model: Model, event: AgentEvent): void {
  closeLanes(model, event)
  const remember = REMEMBER[event.type] as ((model: Model, event: AgentEvent) => void) | undefined
  remember?.(model, event)
}

/** What is worth remembering of each event; of the others nothing is. */
const REMEMBER: { readonly [T in EventType]?: (model: Model, event: EventOf<T>) => void } = {
  RUN_STARTED: (model, event) => {
    forgetRun(model)
    model.phase = 'active'
    model.runId = event.runId
    for (const message of event.input?.messages ?? []) {
      if (!model.held.has(message.id)) model.held.set(message.id, message.role)
      if (!model.messageOwners.has(message.id)) model.messageOwners.set(message.id, message.subagentRunId)
    }
  },
  RUN_FINISHED: (model) => {
    model.phase = 'closed'
  },
  RUN_ERROR: (model) => {
    model.phase = 'failed'
  },
  STEP_STARTED: (model, event) => {
    const names = model.steps.get(event.subagentRunId) ?? new Set()
    model.steps.set(event.subagentRunId, names.add(event.stepName))
  },
  STEP_FINISHED: (model, event) => {
    model.steps.get(event.subagentRunId)?.delete(event.stepName)
  },
  TEXT_MESSAGE_START: (model, event) => {
    holdText(model, event.messageId, event.role, event.subagentRunId)
    model.text.set(event.messageId, model.messageOwners.get(event.messageId))
  },
  TEXT_MESSAGE_END: (model, event) => {
    model.text.delete(event.messageId)
  },
  TEXT_MESSAGE_CHUNK: (model, event) => {
    if (!opens(model, 'text', event.messageId)) return
    holdText(model, event.messageId ?? '', event.role, event.subagentRunId)
    openLane(model, event.subagentRunId, 'text', event.messageId ?? '', {
      ...(event.role !== undefined && { role: event.role }),
      ...(event.name !== undefined && { name: event.name }),
    })
  },
  TOOL_CALL_START: (model, event) => {
    holdCall(model, event.toolCallId, event.parentMessageId, event.subagentRunId)
    model.tool.set(event.toolCallId, model.callOwners.get(event.toolCallId))
  },
  TOOL_CALL_END: (model, event) => {
    model.tool.delete(event.toolCallId)
  },
  TOOL_CALL_CHUNK: (model, event) => {
    if (!opens(model, 'tool', event.toolCallId)) return
    holdCall(model, event.toolCallId ?? '', event.parentMessageId, event.subagentRunId)
    openLane(model, event.subagentRunId, 'tool', event.toolCallId ?? '', {
      toolCallName: event.toolCallName,
      ...(event.parentMessageId !== undefined && { parentMessageId: event.parentMessageId }),
    })
  },
  TOOL_CALL_RESULT: (model, event) => {
    model.answered.add(event.toolCallId)
    model.held.set(event.messageId, 'tool')
    model.messageOwners.set(event.messageId, event.subagentRunId)
  },
  MESSAGES_SNAPSHOT: takeSnapshot,
  ACTIVITY_SNAPSHOT: (model, event) => {
    if (event.replace !== false || !model.held.has(event.messageId)) {
      model.activityOwners.set(event.messageId, event.subagentRunId)
    }
    model.held.set(event.messageId, 'activity')
  },
  REASONING_START: (model, event) => {
    openReasoning(model, model.spans, event.messageId, event.subagentRunId)
  },
  REASONING_END: (model, event) => {
    model.spans.delete(event.messageId)
  },
  REASONING_MESSAGE_START: (model, event) => {
    model.held.set(event.messageId, 'reasoning')
    openReasoning(model, model.reasoning, event.messageId, event.subagentRunId)
  },
  REASONING_MESSAGE_END: (model, event) => {
    model.reasoning.delete(event.messageId)
  },
  REASONING_MESSAGE_CHUNK: (model, event) => {
    if (!opens(model, 'reasoning', event.messageId)) return
    const id = event.messageId ?? ''
    model.held.set(id, 'reasoning')
    if (!model.reasoningOwners.has(id)) model.reasoningOwners.set(id, event.subagentRunId)
    openLane(model, event.subagentRunId, 'reasoning', id, {})
  },
  SUBAGENT_STARTED: (model, event) => {
    model.subagents.set(event.subagentRunId, 'active')
  },
  SUBAGENT_FINISHED: (model, event) => {
    model.subagents.set(event.subagentRunId, 'closed')
  },
  SUBAGENT_ERROR: (model, event) => {
    model.subagents.set(event.subagentRunId, 'closed')
  },
}

const CLOSE_ALL: ReadonlySet<string> = new Set([
  'RUN_STARTED',
  'RUN_FINISHED',
  'RUN_ERROR',
  'MESSAGES_SNAPSHOT',
])
const LEAVE_OPEN: ReadonlySet<string> = new Set([
  'RAW',
  'ACTIVITY_SNAPSHOT',
  'ACTIVITY_DELTA',
  'REASONING_ENCRYPTED_VALUE',
  'SUBAGENT_STARTED',
])

/** Rules 70 to 72, for whole events. */
function closeLanes(model: Model, event: AgentEvent): void {
  if (event.type.endsWith('_CHUNK') || LEAVE_OPEN.has(event.type)) return
  if (CLOSE_ALL.has(event.type)) model.lanes.clear()
  else model.lanes.delete('subagentRunId' in event ? event.subagentRunId : undefined)
}

/** Whether a chunk begins a stream: it has an id that no lane of its kind holds. */
function opens(model: Model, kind: PendingChunks['kind'], id: string | undefined): boolean {
  return id !== undefined && ![...model.lanes.values()].some((lane) => lane.kind === kind && lane.id === id)
}

function openLane(model: Model, owner: Owner, kind: PendingChunks['kind'], id: string, fixed: object): void {
  model.lanes.set(owner, { kind, id, fixed })
}

function forgetRun(model: Model): void {
  for (const tracked of [
    model.text,
    model.tool,
    model.reasoning,
    model.spans,
    model.steps,
    model.subagents,
    model.messageOwners,
    model.spoken,
    model.callOwners,
    model.reasoningOwners,
    model.activityOwners,
  ]) {
    tracked.clear()
  }
}

function holdText(model: Model, id: string, role: string | undefined, owner: Owner): void {
  if (!model.held.has(id)) model.held.set(id, role ?? 'assistant')
  if (!model.messageOwners.has(id)) model.messageOwners.set(id, owner)
  model.spoken.add(id)
}

function holdCall(model: Model, id: string, parent: string | undefined, tag: Owner): void {
  const owner = model.callOwners.has(id)
    ? model.callOwners.get(id)
    : (tag ?? (parent === undefined ? undefined : model.messageOwners.get(parent)))
  model.callOwners.set(id, owner)
  const messageId = model.calls.get(id) ?? parent ?? id
  model.calls.set(id, messageId)
  if (!model.held.has(messageId)) model.held.set(messageId, 'assistant')
  if (!model.messageOwners.has(messageId)) model.messageOwners.set(messageId, owner)
}

function openReasoning(model: Model, open: Map<string, Owner>, id: string, owner: Owner): void {
  if (!model.reasoningOwners.has(id)) model.reasoningOwners.set(id, owner)
  open.set(id, model.reasoningOwners.get(id))
}

function takeSnapshot(model: Model, { messages }: Extract<AgentEvent, { type: 'MESSAGES_SNAPSHOT' }>): void {
  const roles = new Set<string>(messages.map((message) => message.role))
  for (const [id, role] of model.held) {
    const isOurs = (role === 'activity' || role === 'reasoning') && !roles.has(role)
    if (!isOurs) model.held.delete(id)
  }
  model.calls.clear()
  for (const message of messages) {
    model.held.set(message.id, message.role)
    const owners =
      message.role === 'activity'
        ? model.activityOwners
        : message.role === 'reasoning'
          ? model.reasoningOwners
          : model.messageOwners
    owners.set(message.id, message.subagentRunId)
    model.spoken.add(message.id)
    if (message.role !== 'assistant') continue
    for (const call of message.toolCalls ?? []) {
      model.calls.set(call.id, message.id)
      model.callOwners.set(call.id, message.subagentRunId)
    }
  }
}
