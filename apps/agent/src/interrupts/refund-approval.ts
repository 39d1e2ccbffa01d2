import { type Order, refundable } from '../mcp/server/order.ts'
import { type Lang, say } from '../planner/lang.ts'
import type { RaisedInterrupt } from '../planner/planner.ts'
import type { JsonObject } from '../protocol/json.ts'
import { ofKit } from '../protocol/message.ts'
import { toArgsSha256 } from './args-hash.ts'

export const HIGH_RISK_AMOUNT = 1000

export interface RefundProposal {
  readonly toolCallId: string
  readonly order: Order
  readonly args: { readonly orderId: string; readonly amount: number; readonly reason: string }
}

export interface AskOptions {
  readonly lang: Lang
  readonly newId: (kind: string) => string
  readonly expiresAtMs: number
}

export const formatAmount = (amount: number): string => `¥${amount.toFixed(2)}`

/** Asks a person to approve one refund, showing exactly the arguments that would run. */
export function askForRefund(
  { toolCallId, order, args }: RefundProposal,
  options: AskOptions,
): RaisedInterrupt {
  const { lang } = options
  const amount = formatAmount(args.amount)
  const card = order.payment.cardEnding
  return {
    interrupt: {
      id: options.newId('interrupt'),
      reason: 'tool_call',
      message: say(
        lang,
        `为订单 ${order.orderId} 退款 ${amount}？（${order.itemZh}，${order.customerZh}，退回尾号 ${card} 的银行卡）`,
        `Refund ${amount} for order ${order.orderId}? (${order.item}, ${order.customer}, to the bank card ending ${card})`,
      ),
      toolCallId,
      responseSchema: toResponseSchema(order, lang),
      expiresAt: new Date(options.expiresAtMs).toISOString(),
      metadata: ofKit({
        argsSha256: toArgsSha256(args),
        risk: args.amount >= HIGH_RISK_AMOUNT ? 'high' : 'low',
        askedBy: say(lang, '订单助手', 'Order assistant'),
      }),
    },
    purpose: {
      kind: 'approve-call',
      toolCallId,
      toolName: 'refund_order',
      args: { ...args },
      takesKey: true,
    },
  }
}

const toResponseSchema = (order: Order, lang: Lang): JsonObject => ({
  type: 'object',
  properties: {
    approved: { type: 'boolean', title: say(lang, '批准', 'Approve') },
    editedArgs: {
      type: 'object',
      properties: {
        orderId: { const: order.orderId, title: say(lang, '订单', 'Order') },
        amount: {
          type: 'number',
          title: say(lang, '退款金额', 'Amount'),
          exclusiveMinimum: 0,
          maximum: refundable(order),
        },
        reason: { type: 'string', title: say(lang, '原因', 'Reason'), maxLength: 200 },
      },
      required: ['orderId', 'amount', 'reason'],
      additionalProperties: false,
    },
    reason: { type: 'string', title: say(lang, '说明', 'Note') },
  },
  required: ['approved'],
})
