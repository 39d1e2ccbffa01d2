import type { Message, ToolCall, ToolMessage } from '../protocol/message.ts'
import { messageOf } from './message-list.ts'
import { type Decision, isRunLive, type OpenInterrupt, type Thread, type ToolCallRecord } from './thread.ts'

/** The honest states of a tool call. The end of the arguments is not "done". */
export type ToolCallStatus =
  | 'streaming'
  | 'waiting'
  | 'running'
  | 'approval'
  | 'done'
  | 'failed'
  | 'denied'
  | 'cancelled'
  | 'expired'
  | 'unknown'

/** A tool call as a card shows it: proposal, decision and result together. */
export interface ToolCallView {
  readonly id: string
  readonly name: string
  /** The arguments as streamed, perhaps not yet JSON. */
  readonly args: string
  readonly status: ToolCallStatus
  readonly record?: ToolCallRecord
  readonly result?: ToolMessage
  /** The open interrupt that asks about this call. */
  readonly interrupt?: OpenInterrupt
  /** What the person decided about this call, open or settled; the latest. */
  readonly decision?: Decision
  /** The arguments the person put in place of the proposal. */
  readonly editedArgs?: unknown
  readonly metadata?: ToolCall['metadata']
  readonly subagentRunId?: string
}

/** The call with an id, and the message that carries it. */
export function findToolCall(
  thread: Thread,
  toolCallId: string,
): { readonly call: ToolCall; readonly message: Message } | undefined {
  const record = thread.toolCalls.get(toolCallId)
  const message = record === undefined ? undefined : messageOf(thread.messages, record.messageId)
  if (message?.role !== 'assistant') return undefined
  const call = message.toolCalls?.find((candidate) => candidate.id === toolCallId)
  return call === undefined ? undefined : { call, message }
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}

/** Whether a decision said no: a resolved answer with `approved: false` (P-107). */
export function isDenial(decision: Decision): boolean {
  return decision.entry.status === 'resolved' && field(decision.entry.payload, 'approved') === false
}

/** The arguments an approval put in place of the proposal (P-113). */
export function editedArgsOf(decision: Decision | undefined): unknown {
  return decision?.entry.status === 'resolved' ? field(decision.entry.payload, 'editedArgs') : undefined
}

/**
 * Whether a result says the call failed: the message's `error`, our server's mark in the metadata, or a JSON
 * body with `isError: true`, as MCP writes it. TOOL_CALL_RESULT itself has no error field.
 */
export function isErrorResult(result: ToolMessage): boolean {
  if (result.error !== undefined) return true
  const mark = field(result.metadata?.['agui-kit'], 'isError')
  if (typeof mark === 'boolean') return mark
  if (typeof result.content !== 'string' || !result.content.includes('"isError"')) return false
  try {
    return field(JSON.parse(result.content), 'isError') === true
  } catch {
    return false
  }
}

interface StatusFacts {
  readonly thread: Thread
  readonly record: ToolCallRecord | undefined
  readonly result: ToolMessage | undefined
  readonly interrupt: OpenInterrupt | undefined
  readonly decision: Decision | undefined
  readonly isClientTool: boolean
}

/** First match wins; the order is the meaning. */
const STATUS_RULES: readonly (readonly [ToolCallStatus, (facts: StatusFacts) => boolean])[] = [
  [
    'denied',
    ({ decision }) => decision !== undefined && decision.delivery !== 'failed' && isDenial(decision),
  ],
  ['expired', ({ interrupt, decision }) => interrupt?.expired === true || decision?.expired === true],
  [
    'cancelled',
    ({ decision }) =>
      decision !== undefined && decision.delivery !== 'failed' && decision.entry.status === 'cancelled',
  ],
  ['failed', ({ result }) => result !== undefined && isErrorResult(result)],
  ['done', ({ result }) => result !== undefined],
  [
    'approval',
    ({ interrupt }) =>
      interrupt !== undefined &&
      (interrupt.decision === undefined || interrupt.decision.delivery === 'failed'),
  ],
  ['waiting', ({ interrupt }) => interrupt?.decision?.delivery === 'queued'],
  ['unknown', ({ interrupt }) => interrupt?.decision?.delivery === 'unconfirmed'],
  ['running', ({ interrupt, record }) => interrupt?.decision !== undefined || record?.executing === true],
  ['streaming', ({ thread, record }) => record?.phase === 'args' && isRunLive(thread.run)],
  [
    'waiting',
    ({ isClientTool, record, thread }) =>
      isClientTool && record?.phase === 'called' && ofLatestRun(thread, record),
  ],
  [
    'running',
    ({ thread, record }) => isRunLive(thread.run) && record !== undefined && ofLatestRun(thread, record),
  ],
  // The person stopped it here, before its arguments were complete: it cannot have run.
  [
    'cancelled',
    ({ thread, record }) =>
      record?.phase === 'args' && thread.run.kind === 'truncated' && thread.run.cause === 'stopped',
  ],
  [
    'cancelled',
    ({ thread, record }) =>
      thread.run.kind === 'finished' &&
      thread.run.outcome.type === 'cancelled' &&
      record !== undefined &&
      ofLatestRun(thread, record),
  ],
  ['unknown', () => true],
]

function ofLatestRun(thread: Thread, record: ToolCallRecord): boolean {
  return thread.run.kind !== 'idle' && thread.run.runId === record.runId
}

function latestDecision(
  thread: Thread,
  toolCallId: string,
  interrupt: OpenInterrupt | undefined,
): Decision | undefined {
  if (interrupt !== undefined) return interrupt.decision
  return thread.decisions.findLast((decision) => decision.toolCallId === toolCallId)
}

type Inputs = readonly unknown[]
const views = new WeakMap<ToolCall, { readonly inputs: Inputs; readonly view: ToolCallView }>()

/**
 * A tool call as a card shows it. The same object as long as nothing it shows has changed.
 *
 * @param isClientTool whether the application runs this tool: then a finished call waits instead of running.
 */
export function selectToolCall(
  thread: Thread,
  toolCallId: string,
  isClientTool = false,
): ToolCallView | undefined {
  const found = findToolCall(thread, toolCallId)
  if (found === undefined) return undefined
  const { call, message } = found
  const record = thread.toolCalls.get(toolCallId)
  const resultMessage =
    record?.resultMessageId === undefined ? undefined : messageOf(thread.messages, record.resultMessageId)
  const result = resultMessage?.role === 'tool' ? resultMessage : undefined
  const interrupt = thread.interrupts.find((open) => open.interrupt.toolCallId === toolCallId)
  const decision = latestDecision(thread, toolCallId, interrupt)
  const status = statusOf({ thread, record, result, interrupt, decision, isClientTool })
  const inputs: Inputs = [record, result, interrupt, decision, status, message.subagentRunId]
  const known = views.get(call)
  if (known !== undefined && known.inputs.every((input, i) => input === inputs[i])) return known.view
  const editedArgs = editedArgsOf(decision)
  const view: ToolCallView = {
    id: call.id,
    name: call.function.name,
    args: call.function.arguments,
    status,
    ...(record && { record }),
    ...(result && { result }),
    ...(interrupt && { interrupt }),
    ...(decision && { decision }),
    ...(editedArgs !== undefined && { editedArgs }),
    ...(call.metadata && { metadata: call.metadata }),
    ...(message.subagentRunId !== undefined && { subagentRunId: message.subagentRunId }),
  }
  views.set(call, { inputs, view })
  return view
}

function statusOf(facts: StatusFacts): ToolCallStatus {
  return STATUS_RULES.find(([, holds]) => holds(facts))?.[0] ?? 'unknown'
}
