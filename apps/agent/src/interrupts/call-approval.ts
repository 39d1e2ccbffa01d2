import type { ListedTool } from '../mcp/tool-outcome.ts'
import { say } from '../planner/lang.ts'
import type { RaisedInterrupt } from '../planner/planner.ts'
import type { JsonObject } from '../protocol/json.ts'
import { toMembers } from '../protocol/json.ts'
import { ofKit } from '../protocol/message.ts'
import { toArgsSha256 } from './args-hash.ts'
import type { AskOptions } from './refund-approval.ts'

/** Asks a person to approve a call of a tool this agent knows nothing else about. */
export function askForCall(
  tool: ListedTool,
  toolCallId: string,
  args: JsonObject,
  options: AskOptions,
): RaisedInterrupt {
  const { lang } = options
  return {
    interrupt: {
      id: options.newId('interrupt'),
      reason: 'tool_call',
      message: say(lang, `要执行“${tool.name}”吗？`, `Run "${tool.name}"?`),
      toolCallId,
      responseSchema: {
        type: 'object',
        properties: {
          approved: { type: 'boolean', title: say(lang, '批准', 'Approve') },
          editedArgs: withoutKey(tool.inputSchema),
          reason: { type: 'string', title: say(lang, '说明', 'Note') },
        },
        required: ['approved'],
      },
      expiresAt: new Date(options.expiresAtMs).toISOString(),
      metadata: ofKit({
        argsSha256: toArgsSha256(args),
        risk: 'high',
        askedBy: say(lang, '订单助手', 'Order assistant'),
      }),
    },
    purpose: { kind: 'approve-call', toolCallId, toolName: tool.name, args, takesKey: takesKey(tool) },
  }
}

const takesKey = (tool: ListedTool): boolean =>
  Object.hasOwn(toMembers(tool.inputSchema['properties']), 'idempotencyKey')

/** A tool's schema as the model and the person see it: the idempotency key is given by the agent alone. */
export function withoutKey(schema: JsonObject): JsonObject {
  const { idempotencyKey: _key, ...properties } = toMembers(schema['properties'])
  const { required } = schema
  const names = Array.isArray(required) ? required.filter((name) => name !== 'idempotencyKey') : []
  return { ...schema, properties, required: names }
}
