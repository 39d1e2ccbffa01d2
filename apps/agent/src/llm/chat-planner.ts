import { askForCall } from '../interrupts/call-approval.ts'
import type { ListedTool } from '../mcp/tool-outcome.ts'
import { say } from '../planner/lang.ts'
import { done, type PlanEnd, type Planner, type RaisedInterrupt, type RunScope } from '../planner/planner.ts'
import { isJsonObject, type JsonObject } from '../protocol/json.ts'
import { RunFailure } from '../runs/run-failure.ts'
import { type ChatModel, type ChatModelOptions, createChatModel } from './chat-model.ts'
import { gateRefund } from './gate-refund.ts'
import { type ModelCall, streamTurn } from './stream-turn.ts'
import { toChatMessages, toChatTools } from './to-chat-messages.ts'

const MAX_TURNS = 8

/** Lets a chat model plan: it answers and calls tools until it has nothing more to call. */
export function createChatPlanner(options: ChatModelOptions): Planner {
  const model = createChatModel(options)
  const plan = (scope: RunScope) => runTurns(scope, model)
  // After decisions the loop simply goes on: their results stand in the thread like any others.
  return { start: plan, resume: plan }
}

async function runTurns(scope: RunScope, model: ChatModel): Promise<PlanEnd> {
  const { lang, signal, thread, input } = scope
  const serverTools = await listTools(scope)
  const byName = new Map(serverTools.map((tool) => [tool.name, tool]))
  const tools = toChatTools(serverTools, input.tools)

  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const messages = toChatMessages(thread.current().messages)
    const deltas = model.stream({ messages, tools, lang, signal })
    const calls = await streamTurn(scope, deltas, (name) => !isClientTool(scope, byName, name))
    await thread.save()
    const raised: RaisedInterrupt[] = []
    const pendingToolCallIds: string[] = []
    for (const call of calls) {
      if (isClientTool(scope, byName, call.name)) pendingToolCallIds.push(call.toolCallId)
      else raised.push(...(await carryOut(scope, byName.get(call.name), call)))
    }
    if (raised.length > 0) return { kind: 'ask', raised }
    if (pendingToolCallIds.length > 0 || calls.length === 0) return { kind: 'done', pendingToolCallIds }
  }
  await scope.write.text(
    say(
      lang,
      `已经连续调用了 ${MAX_TURNS} 轮工具，先停在这里。要继续的话请告诉我。`,
      `I have used tools for ${MAX_TURNS} turns in a row and stop here. Tell me if I should go on.`,
    ),
  )
  return done
}

async function listTools({ tools, lang }: RunScope): Promise<readonly ListedTool[]> {
  try {
    return await tools.list()
  } catch (cause) {
    const message = say(
      lang,
      '工具服务暂时连不上，这次没有完成。可以重试。',
      'The tool server cannot be reached right now, so the run did not finish. You can try again.',
    )
    throw new RunFailure('upstream-unavailable', message, {}, { cause })
  }
}

const isClientTool = (scope: RunScope, byName: ReadonlyMap<string, ListedTool>, name: string): boolean =>
  !byName.has(name) && scope.input.tools.some((tool) => tool.name === name)

/** Runs a call, or asks about it first, or tells the model why neither is possible. */
async function carryOut(
  scope: RunScope,
  tool: ListedTool | undefined,
  { toolCallId, name, argsText }: ModelCall,
): Promise<readonly RaisedInterrupt[]> {
  const refuse = (message: string): readonly RaisedInterrupt[] => {
    const failure = { isError: true, code: 'tool-error' }
    scope.runner.answer(toolCallId, { ...failure, message }, failure)
    return []
  }
  const args = parseArgs(argsText)
  if (tool === undefined) return refuse(`There is no tool ${name}.`)
  if (args === undefined) return refuse('The arguments are not a JSON object.')
  if (!tool.needsApproval) {
    await scope.runner.run({ toolCallId, name, args })
    return []
  }
  if (name === 'refund_order') {
    const gated = await gateRefund(scope, toolCallId, args)
    return gated.kind === 'ask' ? [gated.raised] : refuse(gated.why)
  }
  const expiresAtMs = scope.now() + scope.approvalTtlMs
  return [askForCall(tool, toolCallId, args, { lang: scope.lang, newId: scope.write.newId, expiresAtMs })]
}

function parseArgs(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
