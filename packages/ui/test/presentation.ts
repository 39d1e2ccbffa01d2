import { formatMoney } from '../src/format/formats.ts'
import { definePresentation, type Presentation } from '../src/presentation/presentation.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** An application's words for its refunds. */
export const presentation: Presentation = definePresentation({
  refund_order: {
    title: { en: 'Refund order', 'zh-CN': '订单退款' },
    summary: (input, locale) => [
      { mono: text(input['orderId']) },
      input['amount'] === undefined ? undefined : formatMoney(input['amount'], 'CNY', locale),
    ],
    sentence: (input, locale) => {
      const amount = { strong: formatMoney(input['amount'], 'CNY', locale) }
      const order = { strong: text(input['orderId']) }
      return locale === 'en'
        ? ['Refund ', amount, ' for order ', order, '?']
        : ['为订单 ', order, ' 退款 ', amount, '？']
    },
    act: (input, locale) =>
      `${locale === 'en' ? 'Refund' : '退款'} ${formatMoney(input['amount'], 'CNY', locale)}`,
    declined: (input) => ['Don’t refund order ', { strong: text(input['orderId']) }],
    decline: { en: 'Don’t refund', 'zh-CN': '不退款' },
    untouched: { en: 'Nothing was refunded.', 'zh-CN': '款项没有退出。' },
    confirmWord: { en: 'refund', 'zh-CN': '退款' },
    fields: {
      orderId: { label: { en: 'Order', 'zh-CN': '订单' }, kind: 'mono' },
      amount: { label: { en: 'Amount', 'zh-CN': '退款金额' }, kind: 'money', currency: 'CNY' },
      reason: { label: { en: 'Reason', 'zh-CN': '原因' } },
    },
  },
})
