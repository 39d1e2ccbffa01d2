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
