import { definePresentation, formatMoney } from '@agui-kit/ui'

// Arguments are the agent's, and may still be streaming: check them.
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const presentation = definePresentation({
  refund_order: {
    title: { en: 'Refund order', 'zh-CN': '订单退款' },
    // The two arguments that matter.
    summary: ({ orderId, amount }, locale) => [
      { mono: text(orderId) },
      amount === undefined ? undefined : formatMoney(amount, 'CNY', locale),
    ],
    // What may change gets a `strong` part of its own: an edit is told there, old → new.
    sentence: ({ orderId, amount }, locale) =>
      locale === 'en'
        ? [
            'Refund ',
            { strong: formatMoney(amount, 'CNY', 'en') },
            ' for order ',
            { strong: text(orderId) },
            '?',
          ]
        : [
            '为订单 ',
            { strong: text(orderId) },
            ' 退款 ',
            { strong: formatMoney(amount, 'CNY', 'zh-CN') },
            '？',
          ],
    act: ({ amount }, locale) =>
      `${locale === 'en' ? 'Refund' : '退款'} ${formatMoney(amount, 'CNY', locale)}`,
    decline: { en: 'Don’t refund', 'zh-CN': '不退款' },
    untouched: { en: 'Nothing was refunded.', 'zh-CN': '款项没有退出。' },
    fields: {
      orderId: { label: { en: 'Order', 'zh-CN': '订单' }, kind: 'mono', locked: true },
      amount: { label: { en: 'Amount', 'zh-CN': '退款金额' }, kind: 'money', currency: 'CNY' },
      reason: { label: { en: 'Reason', 'zh-CN': '原因' } },
    },
  },
})
