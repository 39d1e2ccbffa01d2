import { KitError } from '../error.ts'
import type { ShapeContext } from '../events/shape.ts'
import { runAgentInput } from '../events/shapes.ts'
import { type Issue, warning } from '../issue.ts'
import type { Message } from '../protocol/message.ts'
import type { Context, ResumeEntry, RunAgentInput, Tool } from '../protocol/run.ts'
import { PROTOCOL_VERSION } from '../protocol/version.ts'
import { toMessages } from '../thread/message-list.ts'
import type { Thread } from '../thread/thread.ts'

/** What a run is asked for beside the thread itself. */
export interface RunRequest {
  readonly runId: string
  readonly resume?: readonly ResumeEntry[]
  /** The interrupted or otherwise preceding run, for agents that ask for it. */
  readonly parentRunId?: string
  readonly tools: readonly Tool[]
  readonly context: readonly Context[]
  readonly forwardedProps?: unknown
}

/**
 * The thread as the agent gets it: the whole history in order without activities (P-98, P-102), the current
 * state unless it is null, which cannot be sent (H1).
 */
export function toRunInput(thread: Thread, request: RunRequest): RunAgentInput {
  return {
    threadId: thread.threadId,
    runId: request.runId,
    protocolVersion: PROTOCOL_VERSION,
    ...(request.parentRunId !== undefined && { parentRunId: request.parentRunId }),
    messages: toMessages(thread.messages).filter((message: Message) => message.role !== 'activity'),
    ...(thread.state !== null && thread.state !== undefined && { state: thread.state }),
    tools: request.tools,
    context: request.context,
    forwardedProps: request.forwardedProps ?? {},
    ...(request.resume && { resume: request.resume }),
  }
}

/**
 * The input as it may leave (P-6): on a copy, members AG-UI does not know are taken away with a note, like
 * whole nulls in optional fields; a field of the wrong kind is thrown at the caller before a byte is sent.
 */
export function enforceInput(input: RunAgentInput, note: (issue: Issue) => void): RunAgentInput {
  const copy = copyOf(input)
  const context: ShapeContext = {
    tolerant: true,
    path: [],
    note: (_, path) =>
      note(
        warning(
          'input-field-dropped',
          `"${path}" of the run's input has no place in AG-UI 1.0 and is not sent.`,
          {
            path,
          },
        ),
      ),
  }
  const fault = runAgentInput(copy, context)
  if (fault === undefined) return copy as RunAgentInput
  throw new KitError(
    'option-invalid',
    `The run was not sent, because "${fault.path ?? ''}" of its input should be ${fault.expected}. The agent would refuse it. Correct the message, the tool or the context it comes from.`,
  )
}

/** What JSON makes of the input: what goes over the wire, and ours to edit. */
function copyOf(input: RunAgentInput): unknown {
  try {
    return JSON.parse(JSON.stringify(input)) as unknown
  } catch (cause) {
    throw new KitError(
      'option-invalid',
      'The run was not sent, because its input cannot be written as JSON (a cycle, or a BigInt). Give plain JSON values in the state, the tools, the context and forwardedProps.',
      {},
      cause,
    )
  }
}
