import type { InterruptRecord } from '../../interrupts/interrupt-record.ts'
import { formatAmount } from '../../interrupts/refund-approval.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { textMember, toMembers } from '../../protocol/json.ts'
import { toText } from '../../protocol/message.ts'
import { type Lang, say } from '../lang.ts'
import { done, type PlanEnd, type RunScope } from '../planner.ts'

/** Explains what came of decisions about refunds, in one message. */
export async function afterDecisionFlow(
  scope: RunScope,
  settled: readonly InterruptRecord[],
): Promise<PlanEnd> {
  const reports = settled.map((record) => report(scope, record))
  const last = reports.at(-1)
  if (last !== undefined)
    scope.write.setState({ step: last.step, ...(last.order === undefined ? {} : { order: last.order }) })
  await scope.write.text(reports.map(({ text }) => text).join('\n\n'))
  return done
}

interface Report {
  readonly step: 'refunded' | 'denied' | 'cancelled' | 'refund_failed'
  readonly text: string
  readonly order?: JsonObject
}

function report(scope: RunScope, { purpose, settled }: InterruptRecord): Report {
  const { lang } = scope
  const args = purpose.kind === 'approve-call' ? purpose.args : {}
  const orderId = textMember(args, 'orderId')
  if (settled?.kind === 'executed') {
    const result = readResult(scope, settled.messageId)
    return settled.failed ? explainFailure(lang, orderId, result) : confirm(lang, orderId, result)
  }
  if (settled?.kind === 'denied') {
    const why = settled.why === '' ? '' : say(lang, `（${settled.why}）`, ` (${settled.why})`)
    const text = say(
      lang,
      `好的，你拒绝了订单 ${orderId} 的退款${why}，没有退款，订单保持不变。需要时随时可以重新申请。`,
      `Understood: you denied the refund of order ${orderId}${why}. Nothing was refunded and the order is unchanged. Ask again whenever you want.`,
    )
    return { step: 'denied', text }
  }
  const about = orderId === '' ? '' : say(lang, `订单 ${orderId} 的`, ` of order ${orderId}`)
  const text = say(
    lang,
    `已取消${about}退款申请，没有退款。需要时再告诉我。`,
    `The refund${about} was cancelled; nothing was refunded. Tell me if you want it after all.`,
  )
  return { step: 'cancelled', text }
}

function readResult(scope: RunScope, messageId: string): JsonObject {
  const message = scope.thread.current().messages.find((candidate) => candidate.id === messageId)
  if (message?.role !== 'tool') return {}
  try {
    return toMembers(JSON.parse(toText(message.content)))
  } catch {
    return {}
  }
}

function confirm(lang: Lang, orderId: string, result: JsonObject): Report {
  const amount = formatAmount(Number(result['amount']))
  const order = toMembers(result['order'])
  const card = textMember(toMembers(order['payment']), 'cardEnding')
  const refundId = textMember(result, 'refundId')
  const text = say(
    lang,
    `退款已提交：订单 ${orderId} 退款 ${amount}，退回尾号 ${card} 的银行卡，退款单号 ${refundId}。`,
    `Done: ${amount} of order ${orderId} is refunded to the bank card ending ${card}. The refund number is ${refundId}.`,
  )
  return { step: 'refunded', text, order }
}

function explainFailure(lang: Lang, orderId: string, result: JsonObject): Report {
  const text =
    result['code'] === 'tool-timeout'
      ? say(
          lang,
          `订单 ${orderId} 的退款请求超时，暂时不知道是否已经执行。请先查询这个订单：如果没有退款，可以再次申请，同一笔不会退两次。`,
          `The refund of order ${orderId} timed out, so it is not known yet whether it went through. Look the order up first; if it was not refunded, ask again.`,
        )
      : say(
          lang,
          `订单 ${orderId} 的退款没有成功，订单系统没有接受（详情见工具卡片）。请查询订单后再试。`,
          `The refund of order ${orderId} did not go through: ${textMember(result, 'message')} Look the order up and try again.`,
        )
  return { step: 'refund_failed', text }
}
