import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions'
import { withoutKey } from '../interrupts/call-approval.ts'
import type { ListedTool } from '../mcp/tool-outcome.ts'
import { type AssistantMessage, type Message, toText } from '../protocol/message.ts'
import type { ClientTool } from '../protocol/run-input.ts'

const SYSTEM_PROMPT = `You help people with their orders. Look orders up with the tools; never invent one.
Refund only orders that have shipped, and never more than what was paid. A refund is executed after a person
approved it, so call the tool and let the approval decide. Answer briefly, in the language of the person.`

/** The thread as a chat-completions API wants it: each call directly followed by exactly one answer. */
export function toChatMessages(messages: readonly Message[]): readonly ChatCompletionMessageParam[] {
  const results = new Map(messages.flatMap((m) => (m.role === 'tool' ? [[m.toolCallId, m] as const] : [])))
  const said = messages.flatMap((message): readonly ChatCompletionMessageParam[] => {
    switch (message.role) {
      case 'user':
        return [{ role: 'user', content: toText(message.content) }]
      case 'developer':
      case 'system':
        return [{ role: 'system', content: message.content }]
      case 'assistant':
        return [toAssistantParam(message), ...answersOf(message)]
      // Results follow their calls, above. Activities and reasoning are shown to people, not to the model.
      case 'tool':
      case 'activity':
      case 'reasoning':
        return []
      default:
        return message satisfies never
    }
  })

  function answersOf({ toolCalls = [] }: AssistantMessage): readonly ChatCompletionMessageParam[] {
    return toolCalls.map((call) => {
      const result = results.get(call.id)
      const content = result === undefined ? 'No result: this call was not executed.' : toText(result.content)
      return { role: 'tool', tool_call_id: call.id, content: result?.error ?? content }
    })
  }

  return [{ role: 'system', content: SYSTEM_PROMPT }, ...said]
}

function toAssistantParam({ content, toolCalls = [] }: AssistantMessage): ChatCompletionMessageParam {
  const calls = toolCalls.map(({ id, function: { name, arguments: args } }) => ({
    id,
    type: 'function' as const,
    // Arguments that were cut off are no JSON, and an API may refuse the whole request for them.
    function: { name, arguments: isJson(args) ? args : '{}' },
  }))
  return { role: 'assistant', content: content ?? '', ...(calls.length > 0 ? { tool_calls: calls } : {}) }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The tools of the server and of the application in one list; under one name the server's stands. */
export function toChatTools(
  serverTools: readonly ListedTool[],
  clientTools: readonly ClientTool[],
): readonly ChatCompletionTool[] {
  const taken = new Set(serverTools.map((tool) => tool.name))
  const own = serverTools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    parameters: withoutKey(inputSchema) as Record<string, unknown>,
  }))
  const others = clientTools
    .filter((tool) => !taken.has(tool.name))
    .map(({ name, description, parameters }) => ({
      name,
      description,
      parameters: (parameters ?? { type: 'object', properties: {} }) as Record<string, unknown>,
    }))
  return [...own, ...others].map((tool) => ({ type: 'function', function: tool }))
}
