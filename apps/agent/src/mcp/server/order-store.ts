import { toCanonicalJson } from '../../protocol/json.ts'
import { createJsonFile } from '../../store/json-file.ts'
import { demoOrders } from './demo-orders.ts'
import { hasShipped, type Order, type Refund, refundable, toCents } from './order.ts'

export interface RefundRequest {
  readonly orderId: string
  readonly amount: number
  readonly reason: string
}

export interface RefundReceipt extends RefundRequest {
  readonly refundId: string
  readonly refundedAt: string
  readonly order: Order
}

export type RefundAnswer =
  | { readonly kind: 'refunded'; readonly receipt: RefundReceipt }
  | { readonly kind: 'refused'; readonly why: string }

/** The file: orders and executed refunds stand in one value, so one write makes both true or neither. */
interface OrderBook {
  readonly version: 1
  readonly orders: readonly Order[]
  readonly executed: {
    readonly [idempotencyKey: string]: { readonly request: string; readonly receipt: RefundReceipt }
  }
}

export interface OrderStore {
  readonly get: (orderId: string) => Promise<Order | undefined>
  readonly list: () => Promise<readonly Order[]>
  readonly refund: (idempotencyKey: string, request: RefundRequest) => Promise<RefundAnswer>
}

export function createOrderStore(path: string, now: () => number): OrderStore {
  const file = createJsonFile<OrderBook>(path)
  let queue: Promise<unknown> = Promise.resolve()

  const read = async (): Promise<OrderBook> =>
    (await file.read()) ?? { version: 1, orders: demoOrders(), executed: {} }

  // Read, judge and write must not interleave with another refund: two at once could both see the money.
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work)
    queue = turn.catch(() => undefined)
    return turn
  }

  return {
    get: async (orderId) => (await read()).orders.find((order) => order.orderId === orderId),
    list: async () => (await read()).orders,
    refund: (idempotencyKey, request) =>
      alone(async () => {
        const book = await read()
        const done = Object.hasOwn(book.executed, idempotencyKey) ? book.executed[idempotencyKey] : undefined
        const canonical = toCanonicalJson(request)
        if (done !== undefined) {
          return done.request === canonical
            ? { kind: 'refunded', receipt: done.receipt }
            : { kind: 'refused', why: 'This idempotency key was already used for another refund.' }
        }
        const order = book.orders.find((candidate) => candidate.orderId === request.orderId)
        const why = judge(order, request)
        if (order === undefined || why !== undefined) return { kind: 'refused', why: why ?? 'No such order.' }
        const receipt = toReceipt(order, request, new Date(now()).toISOString())
        await file.write({
          version: 1,
          orders: book.orders.map((other) => (other.orderId === order.orderId ? receipt.order : other)),
          executed: { ...book.executed, [idempotencyKey]: { request: canonical, receipt } },
        })
        return { kind: 'refunded', receipt }
      }),
  }
}

function judge(order: Order | undefined, request: RefundRequest): string | undefined {
  if (order === undefined) return `There is no order ${request.orderId}. Nothing was refunded.`
  if (!hasShipped(order)) return `Order ${order.orderId} has not shipped yet. Nothing was refunded.`
  if (Math.abs(request.amount * 100 - toCents(request.amount)) > 1e-6) {
    return 'An amount has at most two decimals. Nothing was refunded.'
  }
  if (toCents(request.amount) <= 0) return 'The amount must be at least 0.01. Nothing was refunded.'
  if (toCents(request.amount) > toCents(refundable(order))) {
    return `Only ${refundable(order).toFixed(2)} of order ${order.orderId} can still be refunded. Nothing was refunded.`
  }
  return undefined
}

function toReceipt(order: Order, request: RefundRequest, refundedAt: string): RefundReceipt {
  const refundId = `R-${order.orderId.slice(1)}-${order.refunds.length + 1}`
  const refund: Refund = { refundId, amount: request.amount, reason: request.reason, refundedAt }
  const refunded = (toCents(order.refunded) + toCents(request.amount)) / 100
  return {
    refundId,
    ...request,
    refundedAt,
    order: { ...order, refunded, refunds: [...order.refunds, refund] },
  }
}
