import * as z from 'zod'
import { formatAmount } from '../../interrupts/refund-approval.ts'
import { ORDER_STATUSES, orderSchema } from '../../mcp/server/order.ts'
import { callTool } from '../call-tool.ts'
import { statusWord } from '../describe-order.ts'
import { say } from '../lang.ts'
import { done, type PlanEnd, type RunScope } from '../planner.ts'

const listing = z.object({
  orders: z.array(
    orderSchema.pick({ orderId: true, item: true, itemZh: true, total: true }).extend({
      status: z.enum(ORDER_STATUSES),
      refunded: z.number(),
    }),
  ),
})

export async function listFlow(scope: RunScope): Promise<PlanEnd> {
  const { lang } = scope
  const outcome = await callTool(scope, 'list_orders', {})
  const parsed = listing.safeParse(outcome.kind === 'done' ? outcome.structured : undefined)
  if (!parsed.success) {
    await scope.write.text(explainFailedList(lang))
    return done
  }
  const { orders } = parsed.data
  const lines = orders.map((order) => {
    const refunded =
      order.refunded > 0
        ? say(lang, `，已退 ${formatAmount(order.refunded)}`, `, ${formatAmount(order.refunded)} refunded`)
        : ''
    const item = say(lang, order.itemZh, order.item)
    return `- ${order.orderId} · ${item} · ${formatAmount(order.total)} · ${statusWord(lang, order)}${refunded}`
  })
  const title = say(lang, `共有 ${orders.length} 个订单：`, `There are ${orders.length} orders:`)
  await scope.write.text(`${title}\n${lines.join('\n')}`)
  return done
}

const explainFailedList = (lang: RunScope['lang']): string =>
  say(
    lang,
    '暂时取不到订单列表，没有改动任何东西。可以稍后再试，或者直接给我订单号。',
    'The list of orders is not available right now; nothing was changed. Try again in a moment, or give me an order number.',
  )

/** A result far longer than a conversation wants, which is cut and can be fetched whole. */
export async function exportFlow(scope: RunScope): Promise<PlanEnd> {
  const { lang } = scope
  const outcome = await callTool(scope, 'list_orders', { detail: 'full' })
  await scope.write.text(
    outcome.kind === 'failed'
      ? explainFailedList(lang)
      : say(
          lang,
          `已导出全部订单记录，共 ${outcome.text.length} 个字符。这里只显示开头，完整内容可以在工具卡片上“查看全部”。`,
          `All order records are exported, ${outcome.text.length} characters in all. Only the beginning is shown here; "show all" on the tool card fetches the rest.`,
        ),
  )
  return done
}
