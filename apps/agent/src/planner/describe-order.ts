import { formatAmount } from '../interrupts/refund-approval.ts'
import type { Order } from '../mcp/server/order.ts'
import type { LookedUp } from './call-tool.ts'
import { type Lang, say } from './lang.ts'

const STATUS: Record<Order['status'], readonly [zh: string, en: string]> = {
  processing: ['未发货', 'not shipped yet'],
  shipped: ['已发货', 'shipped'],
  delivered: ['已送达', 'delivered'],
}

export const statusWord = (lang: Lang, order: Pick<Order, 'status'>): string =>
  say(lang, ...STATUS[order.status])

export function describeOrder(lang: Lang, order: Order): string {
  const card = order.payment.cardEnding
  const refunded = order.refunded > 0 ? formatAmount(order.refunded) : undefined
  return say(
    lang,
    `订单 ${order.orderId}：${order.itemZh}，${formatAmount(order.total)}，${statusWord(lang, order)}。收货人 ${order.customerZh}，付款方式为尾号 ${card} 的银行卡${refunded === undefined ? '' : `，已退款 ${refunded}`}。`,
    `Order ${order.orderId}: ${order.item}, ${formatAmount(order.total)}, ${statusWord(lang, order)}. For ${order.customer}, paid with the bank card ending ${card}${refunded === undefined ? '' : `; ${refunded} was refunded`}.`,
  )
}

/** What happened, what is safe, and a way on. */
export function explainFailedLookUp(lang: Lang, failed: LookedUp & { kind: 'failed' }): string {
  const { orderId } = failed
  if (failed.code === 'tool-timeout') {
    return say(
      lang,
      `查询订单 ${orderId} 超时了，订单系统没有及时回应。这只是查询，没有改动任何东西，也没有退款。可以稍后再试，或者换一个订单号。`,
      `Looking up order ${orderId} timed out: the order system did not answer in time. It was only a look-up, so nothing was changed and nothing was refunded. Try again in a moment, or ask about another order.`,
    )
  }
  const isUnknown = /\bno order\b/i.test(failed.text)
  return say(
    lang,
    `${isUnknown ? `没有找到订单 ${orderId}` : `查询订单 ${orderId} 失败了，订单系统报错（详情见工具卡片）`}。没有改动任何东西，也没有退款。请核对订单号后再试，或者说“列出订单”看看有哪些。`,
    `Looking up order ${orderId} failed: ${failed.text} Nothing was changed and nothing was refunded. Check the number and try again, or say "list orders" to see them all.`,
  )
}
