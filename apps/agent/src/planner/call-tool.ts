import { type Order, orderSchema } from '../mcp/server/order.ts'
import type { ToolOutcome } from '../mcp/tool-outcome.ts'
import type { JsonObject } from '../protocol/json.ts'
import type { RunScope } from './planner.ts'

/** Streams one call of a tool that runs here, then runs it. */
export async function callTool(scope: RunScope, name: string, args: JsonObject): Promise<ToolOutcome> {
  const [toolCallId = ''] = await scope.write.propose([{ name, args, runsOn: 'server' }])
  const { outcome } = await scope.runner.run({ toolCallId, name, args })
  return outcome
}

export type LookedUp =
  | { readonly kind: 'order'; readonly order: Order }
  | {
      readonly kind: 'failed'
      readonly orderId: string
      readonly code: 'tool-timeout' | 'tool-error'
      readonly text: string
    }

export async function lookUpOrder(scope: RunScope, orderId: string): Promise<LookedUp> {
  return toLookedUp(orderId, await callTool(scope, 'get_order', { orderId }))
}

/** Reads an order out of a tool's answer; an answer of another shape is a failed look-up. */
export function toLookedUp(orderId: string, outcome: ToolOutcome): LookedUp {
  if (outcome.kind === 'failed') return { kind: 'failed', orderId, code: outcome.code, text: outcome.text }
  const parsed = orderSchema.safeParse(outcome.structured)
  return parsed.success
    ? { kind: 'order', order: parsed.data }
    : {
        kind: 'failed',
        orderId,
        code: 'tool-error',
        text: 'The tool answered with something that is no order.',
      }
}
