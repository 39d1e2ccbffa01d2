import { KitError } from '../error.ts'
import { resultPosition } from '../events/tool-call.ts'
import type { Ids } from '../ports.ts'
import type { ToolMessage } from '../protocol/message.ts'
import type { Tool } from '../protocol/run.ts'
import { type Draft, insert, setToolCall } from '../thread/draft.ts'
import { findToolCall } from '../thread/tool-call-view.ts'
import type { ClientTool } from './session-types.ts'

/** The tools the application runs, by name. */
export interface ClientToolRegistry {
  readonly add: (tool: ClientTool) => () => void
  readonly get: (name: string) => ClientTool | undefined
  /** As they are offered to the agent. */
  readonly offered: () => readonly Tool[]
}

export function createClientToolRegistry(tools: readonly ClientTool[]): ClientToolRegistry {
  const byName = new Map<string, ClientTool>()
  let offered: readonly Tool[] | undefined
  const add = (tool: ClientTool): (() => void) => {
    if (byName.has(tool.name)) {
      throw new KitError(
        'tool-duplicate',
        `A client tool "${tool.name}" is already registered. Two tools of one name could not be told apart when the agent calls one. Withdraw the first or choose another name.`,
        { toolName: tool.name },
      )
    }
    byName.set(tool.name, tool)
    offered = undefined
    return () => {
      if (byName.get(tool.name) !== tool) return
      byName.delete(tool.name)
      offered = undefined
    }
  }
  for (const tool of tools) add(tool)
  return {
    add,
    get: (name) => byName.get(name),
    offered: () => {
      offered ??= [...byName.values()].map(({ name, description, parameters }) => ({
        name,
        description,
        ...(parameters !== undefined && { parameters }),
      }))
      return offered
    },
  }
}

/** A call that waits for the application, with the tool that runs it. */
export interface PendingCall {
  readonly toolCallId: string
  readonly tool: ClientTool
  readonly args: string
}

/** The pending calls of the finished run that are ours: registered, unanswered, not marked as the server's. */
export function pendingCalls(draft: Draft, registry: ClientToolRegistry): readonly PendingCall[] {
  const { run } = draft.published
  if (run.kind !== 'finished' || run.outcome.type === 'cancelled') return []
  return run.outcome.pendingToolCallIds.flatMap((toolCallId) => {
    const found = findToolCall(draft.published, toolCallId)
    const tool = found && registry.get(found.call.function.name)
    const record = draft.published.toolCalls.get(toolCallId)
    const isServers = found?.call.metadata?.['ag-ui:tool-execution'] === 'server'
    const isAsked = draft.published.interrupts.some((open) => open.interrupt.toolCallId === toolCallId)
    if (tool === undefined || record?.phase !== 'called' || isServers || isAsked) return []
    return [{ toolCallId, tool, args: found?.call.function.arguments ?? '' }]
  })
}

/** Runs one call. Never rejects: what goes wrong is the call's error (P-83). */
export async function execute(
  { tool, args, toolCallId }: PendingCall,
  signal: AbortSignal,
): Promise<{ readonly content: string; readonly error?: string }> {
  let input: unknown
  try {
    input = args.trim() === '' ? {} : JSON.parse(args)
  } catch {
    // P-46: the text may be no JSON. A tool that acts on guessed arguments would be worse than none.
    const error = 'The arguments are no valid JSON, so the tool was not run.'
    return { content: error, error }
  }
  try {
    const value = await tool.execute(input, { toolCallId, signal })
    return { content: typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null') }
  } catch (cause) {
    const error = cause instanceof Error ? cause.message : String(cause)
    return { content: error, error }
  }
}

/** Runs calls side by side; each is shown as it starts and as it ends. What was aborted has no result. */
export async function runCalls({
  draft,
  ids,
  calls,
  signal,
  show,
}: {
  readonly draft: Draft
  readonly ids: Ids
  readonly calls: readonly PendingCall[]
  readonly signal: AbortSignal
  readonly show: () => void
}): Promise<void> {
  for (const { toolCallId } of calls) setToolCall(draft, toolCallId, { executing: true })
  show()
  await Promise.all(
    calls.map(async (call) => {
      const result = await execute(call, signal)
      if (signal.aborted) setToolCall(draft, call.toolCallId, { executing: false })
      else answerCall(draft, ids, call.toolCallId, result)
      show()
    }),
  )
}

/** Puts a call's result into the thread, where the next input carries it. */
export function answerCall(
  draft: Draft,
  ids: Ids,
  toolCallId: string,
  result: { readonly content: string; readonly error?: string },
): void {
  const message: ToolMessage = { id: ids(), role: 'tool', toolCallId, ...result }
  insert(draft, resultPosition(draft, toolCallId), message)
  setToolCall(draft, toolCallId, {
    phase: 'answered',
    answeredAtMs: draft.now(),
    resultMessageId: message.id,
    executing: false,
  })
  draft.ledger.answeredCalls.add(toolCallId)
  draft.urgent = true
}
