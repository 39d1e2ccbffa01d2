import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import { FAILING_ORDER_ID, HANGING_ORDER_ID } from './demo-orders.ts'
import { ORDER_STATUSES, type Order, orderSchema } from './order.ts'
import type { OrderStore } from './order-store.ts'

/** One tool: what `tools/list` says about it and what `tools/call` does. */
export interface OrderTool {
  readonly name: string
  readonly description: string
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean }
  readonly call: (args: unknown, signal: AbortSignal) => Promise<CallToolResult>
}

const define = <I extends z.ZodObject>(
  tool: Omit<OrderTool, 'call' | 'input'> & {
    readonly input: I
    readonly run: (args: z.infer<I>, signal: AbortSignal) => Promise<CallToolResult>
  },
): OrderTool => {
  const { run, ...rest } = tool
  return {
    ...rest,
    call: async (args, signal) => {
      const parsed = tool.input.safeParse(args ?? {})
      return parsed.success ? run(parsed.data, signal) : failed(z.prettifyError(parsed.error))
    },
  }
}

const done = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
})

const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

const orderId = z.string().min(1).max(40).describe('The order number, for example A1024')

export function createOrderTools(orders: OrderStore): readonly OrderTool[] {
  return [
    define({
      name: 'get_order',
      description: 'Look up one order: its status, customer, item, total, payment and refunds.',
      input: z.object({ orderId }),
      output: orderSchema,
      annotations: { readOnlyHint: true, destructiveHint: false },
      run: async (args, signal) => {
        if (args.orderId === FAILING_ORDER_ID)
          return failed('The order system refused this record (ERR-5021).')
        if (args.orderId === HANGING_ORDER_ID) await untilAborted(signal)
        const order = await orders.get(args.orderId)
        return order === undefined ? failed(`There is no order ${args.orderId}.`) : done(order)
      },
    }),
    define({
      name: 'list_orders',
      description:
        'List orders, newest first. With detail "full" each comes with its whole record and history.',
      input: z.object({
        status: z.enum(ORDER_STATUSES).optional(),
        detail: z.enum(['summary', 'full']).optional(),
      }),
      output: z.object({ orders: z.array(z.looseObject({ orderId: z.string() })), count: z.number() }),
      annotations: { readOnlyHint: true, destructiveHint: false },
      run: async (args) => {
        const all = (await orders.list()).filter(
          (order) => args.status === undefined || order.status === args.status,
        )
        const newestFirst = all.toSorted((a, b) => b.orderedAt.localeCompare(a.orderedAt))
        const shown = newestFirst.map(args.detail === 'full' ? toFullRecord : toSummary)
        return done({ orders: shown, count: shown.length })
      },
    }),
    define({
      name: 'refund_order',
      description: 'Refund an order to the card it was paid with. It runs once, however often it is sent.',
      input: z.object({
        orderId,
        amount: z.number().positive().describe('In units of the currency of the order, at most two decimals'),
        reason: z.string().max(200),
        idempotencyKey: z.string().min(8).max(200),
      }),
      output: z.object({
        refundId: z.string(),
        orderId: z.string(),
        amount: z.number(),
        reason: z.string(),
        refundedAt: z.string(),
        order: orderSchema,
      }),
      annotations: { readOnlyHint: false, destructiveHint: true },
      run: async ({ idempotencyKey, ...request }) => {
        const answer = await orders.refund(idempotencyKey, request)
        return answer.kind === 'refused' ? failed(answer.why) : done({ ...answer.receipt })
      },
    }),
  ]
}

const toSummary = ({
  orderId,
  status,
  customer,
  customerZh,
  item,
  itemZh,
  total,
  refunded,
  currency,
}: Order) => ({
  orderId,
  status,
  customer,
  customerZh,
  item,
  itemZh,
  total,
  refunded,
  currency,
})

const toFullRecord = (order: Order) => ({
  ...order,
  history: [
    {
      at: order.orderedAt,
      event: 'ordered',
      note: `${order.item} (${order.itemZh}) ordered by ${order.customer}`,
    },
    {
      at: order.orderedAt,
      event: 'paid',
      note: `Paid ${order.total.toFixed(2)} by card ${order.payment.cardEnding}`,
    },
    ...(order.shippedAt === undefined
      ? []
      : [{ at: order.shippedAt, event: 'shipped', note: 'Handed to the carrier, tracking by phone number' }]),
    ...order.refunds.map((refund) => ({ at: refund.refundedAt, event: 'refunded', note: refund.reason })),
  ],
})

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
