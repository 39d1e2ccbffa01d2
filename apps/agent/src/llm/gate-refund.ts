import * as z from 'zod'
import { askForRefund } from '../interrupts/refund-approval.ts'
import { hasShipped, refundable, toCents } from '../mcp/server/order.ts'
import { toLookedUp } from '../planner/call-tool.ts'
import type { RaisedInterrupt, RunScope } from '../planner/planner.ts'
import type { JsonObject } from '../protocol/json.ts'

const refundArgs = z.strictObject({
  orderId: z.string(),
  amount: z.number().positive(),
  reason: z.string().max(200),
})

export type Gated =
  | { readonly kind: 'ask'; readonly raised: RaisedInterrupt }
  | { readonly kind: 'refused'; readonly why: string }

/**
 * Judges a refund a model wants before a person is bothered with it: the order is looked up here, so that
 * the person sees facts and an upper limit that do not come from the model.
 */
export async function gateRefund(scope: RunScope, toolCallId: string, args: JsonObject): Promise<Gated> {
  const parsed = refundArgs.safeParse(args)
  if (!parsed.success) return { kind: 'refused', why: z.prettifyError(parsed.error) }
  const { orderId, amount } = parsed.data
  const found = toLookedUp(orderId, await scope.tools.call('get_order', { orderId }, scope.signal))
  if (found.kind === 'failed') return { kind: 'refused', why: found.text }
  const { order } = found
  if (!hasShipped(order)) return { kind: 'refused', why: `Order ${orderId} has not shipped yet.` }
  if (toCents(amount) > toCents(refundable(order))) {
    return {
      kind: 'refused',
      why: `Only ${refundable(order).toFixed(2)} of order ${orderId} can be refunded.`,
    }
  }
  const options = {
    lang: scope.lang,
    newId: scope.write.newId,
    expiresAtMs: scope.now() + scope.approvalTtlMs,
  }
  return { kind: 'ask', raised: askForRefund({ toolCallId, order, args: parsed.data }, options) }
}
