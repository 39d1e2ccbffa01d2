import { say } from '../planner/lang.ts'
import type { RaisedInterrupt } from '../planner/planner.ts'
import type { Json } from '../protocol/json.ts'
import { textMember, toMembers } from '../protocol/json.ts'
import { ofKit } from '../protocol/message.ts'
import type { AskOptions } from './refund-approval.ts'

/** Asks which order is meant. Without a list to choose from, any order number is taken. */
export function askForOrder(orderIds: readonly string[], options: AskOptions): RaisedInterrupt {
  const { lang } = options
  const choice = orderIds.length > 0 ? { enum: orderIds } : { pattern: '^[A-Z][0-9]{4}$' }
  return {
    interrupt: {
      id: options.newId('interrupt'),
      reason: 'input_required',
      message: say(lang, '要为哪个订单退款？', 'Which order should be refunded?'),
      responseSchema: {
        type: 'object',
        properties: { orderId: { type: 'string', title: say(lang, '订单号', 'Order number'), ...choice } },
        required: ['orderId'],
        additionalProperties: false,
      },
      expiresAt: new Date(options.expiresAtMs).toISOString(),
      metadata: ofKit({ askedBy: say(lang, '订单助手', 'Order assistant') }),
    },
    purpose: { kind: 'ask-order' },
  }
}

export const toGivenOrderId = (value: Json): string => textMember(toMembers(value), 'orderId')
