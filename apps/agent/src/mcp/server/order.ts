import * as z from 'zod'

export const ORDER_STATUSES = ['processing', 'shipped', 'delivered'] as const

const refund = z.object({
  refundId: z.string(),
  amount: z.number(),
  reason: z.string(),
  refundedAt: z.string(),
})

/** An order as the tools show it. Amounts are in units of the currency, with at most two decimals. */
export const orderSchema = z.object({
  orderId: z.string(),
  status: z.enum(ORDER_STATUSES),
  customer: z.string(),
  customerZh: z.string(),
  item: z.string(),
  itemZh: z.string(),
  total: z.number(),
  refunded: z.number(),
  currency: z.literal('CNY'),
  payment: z.object({ method: z.literal('bank-card'), cardEnding: z.string() }),
  orderedAt: z.string(),
  shippedAt: z.string().optional(),
  refunds: z.array(refund),
})

export type Order = z.infer<typeof orderSchema>
export type Refund = z.infer<typeof refund>

export const toCents = (amount: number): number => Math.round(amount * 100)

export const hasShipped = (order: Order): boolean => order.status !== 'processing'

/** What can still be paid back, in units of the currency. */
export const refundable = (order: Order): number => (toCents(order.total) - toCents(order.refunded)) / 100
