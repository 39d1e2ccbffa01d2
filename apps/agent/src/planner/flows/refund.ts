import { askForOrder } from '../../interrupts/order-question.ts'
import { type AskOptions, askForRefund, formatAmount } from '../../interrupts/refund-approval.ts'
import { hasShipped, type Order, refundable, toCents } from '../../mcp/server/order.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { textMember, toMembers } from '../../protocol/json.ts'
import { callTool, lookUpOrder } from '../call-tool.ts'
import { explainFailedLookUp, statusWord } from '../describe-order.ts'
import { say } from '../lang.ts'
import { done, type PlanEnd, type RunScope } from '../planner.ts'

/** Looks every order up, proposes a refund for each that can have one, and asks for all of them at once. */
export async function refundFlow(scope: RunScope, orderIds: readonly string[]): Promise<PlanEnd> {
  const { write, lang, thread } = scope
  await write.step('plan', write.pause)
  write.snapshotState({ ...toMembers(thread.current().state), order: null, step: 'look_up_order' })

  const eligible: Order[] = []
  const remarks: string[] = []
  for (const orderId of orderIds) {
    const found = await lookUpOrder(scope, orderId)
    if (found.kind === 'failed') {
      remarks.push(explainFailedLookUp(lang, found))
      continue
    }
    write.setState({ order: toJson(found.order), step: 'check_shipping' })
    const obstacle = whyNot(scope, found.order)
    if (obstacle === undefined) eligible.push(found.order)
    else remarks.push(obstacle)
  }
  if (eligible.length === 0) {
    write.setState({ step: 'done' })
    await write.text(remarks.join('\n\n'))
    return done
  }
  return propose(scope, eligible, remarks)
}

async function propose(
  scope: RunScope,
  orders: readonly Order[],
  remarks: readonly string[],
): Promise<PlanEnd> {
  const { write, lang } = scope
  write.setState({ step: 'propose_refund', ...(orders.length > 1 ? { orders: orders.map(toJson) } : {}) })
  const reason = say(lang, '顾客申请退款', 'Requested by the customer')
  const proposals = orders.map((order) => ({
    order,
    args: { orderId: order.orderId, amount: refundable(order), reason },
  }))
  const callIds = await write.propose(
    proposals.map(({ args }) => ({ name: 'refund_order', args, runsOn: 'server' as const })),
  )
  await write.text(
    [...remarks, ...proposals.map(({ order }) => announce(scope, order)), closing(scope, orders)].join(
      '\n\n',
    ),
  )
  write.setState({ step: 'await_approval' })
  const options = toAskOptions(scope)
  const raised = proposals.map((proposal, index) =>
    askForRefund({ ...proposal, toolCallId: callIds[index] ?? '' }, options),
  )
  return { kind: 'ask', raised }
}

/** No order was named: offers those that can be refunded. */
export async function askOrderFlow(scope: RunScope): Promise<PlanEnd> {
  const { write, lang, thread } = scope
  await write.step('plan', write.pause)
  write.snapshotState({ ...toMembers(thread.current().state), step: 'choose_order' })
  const outcome = await callTool(scope, 'list_orders', {})
  await write.text(say(lang, '可以退款。请告诉我是哪个订单。', 'I can do that. Which order is it about?'))
  const orders = outcome.kind === 'done' ? toMembers(outcome.structured)['orders'] : undefined
  const orderIds = (Array.isArray(orders) ? (orders as readonly JsonObject[]) : []).flatMap((order) =>
    order['status'] !== 'processing' && order['total'] !== order['refunded']
      ? [textMember(order, 'orderId')]
      : [],
  )
  return { kind: 'ask', raised: [askForOrder(orderIds, toAskOptions(scope))] }
}

const toAskOptions = (scope: RunScope): AskOptions => ({
  lang: scope.lang,
  newId: scope.write.newId,
  expiresAtMs: scope.now() + scope.approvalTtlMs,
})

const toJson = (order: Order): JsonObject => order as unknown as JsonObject

function whyNot({ lang }: RunScope, order: Order): string | undefined {
  const { orderId } = order
  if (!hasShipped(order)) {
    return say(
      lang,
      `订单 ${orderId} 还没有发货，所以没有申请退款。发货前可以直接取消订单；发货后再来找我即可退款。`,
      `Order ${orderId} has not shipped yet, so no refund was requested. It can still be cancelled before it ships; once it has shipped, ask me again.`,
    )
  }
  if (toCents(refundable(order)) > 0) return undefined
  return say(
    lang,
    `订单 ${orderId} 已经全额退款 ${formatAmount(order.refunded)}，不会重复退款。`,
    `Order ${orderId} was already refunded in full, ${formatAmount(order.refunded)}. It will not be refunded twice.`,
  )
}

const announce = ({ lang }: RunScope, order: Order): string =>
  say(
    lang,
    `订单 ${order.orderId}（${order.itemZh}）${statusWord(lang, order)}，可以退款 ${formatAmount(refundable(order))}，退回尾号 ${order.payment.cardEnding} 的银行卡。`,
    `Order ${order.orderId} (${order.item}) has been ${statusWord(lang, order)}. ${formatAmount(refundable(order))} can go back to the bank card ending ${order.payment.cardEnding}.`,
  )

const closing = ({ lang }: RunScope, orders: readonly Order[]): string =>
  orders.length === 1
    ? say(lang, '需要你确认后才会退款。', 'I need your approval before anything is refunded.')
    : say(
        lang,
        `这 ${orders.length} 笔退款都需要你确认后才会执行。`,
        `Each of these ${orders.length} refunds needs your approval first.`,
      )
