import {
  definePresentation,
  type FieldPresentation,
  formatMoney,
  type Localized,
  type Presentation,
} from '@agui-kit/ui'

const CURRENCY = 'CNY'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const money = (en: string, zh: string): FieldPresentation => ({
  label: { en, 'zh-CN': zh },
  kind: 'money',
  currency: CURRENCY,
})
const plain = (en: string, zh: string, kind: FieldPresentation['kind'] = 'text'): FieldPresentation => ({
  label: { en, 'zh-CN': zh },
  kind,
})

const STATUS_WORDS: Readonly<Record<string, Localized>> = {
  processing: { en: 'Not shipped yet', 'zh-CN': '未发货' },
  shipped: { en: 'Shipped', 'zh-CN': '已发货' },
  delivered: { en: 'Delivered', 'zh-CN': '已送达' },
}

/** An order's members, in the order a clerk reads them; `prefix` is where the order stands. */
const orderFields = (prefix: string): Readonly<Record<string, FieldPresentation>> =>
  Object.fromEntries(
    Object.entries<FieldPresentation>({
      orderId: plain('Order', '订单', 'mono'),
      status: { ...plain('Status', '状态'), words: STATUS_WORDS },
      item: { ...plain('Item', '商品'), only: 'en' },
      itemZh: { ...plain('Item', '商品'), only: 'zh-CN' },
      total: money('Total', '总额'),
      refunded: money('Refunded', '已退款'),
      customer: { ...plain('Customer', '顾客'), only: 'en' },
      customerZh: { ...plain('Customer', '顾客'), only: 'zh-CN' },
      payment: plain('Payment', '付款'),
      'payment.method': {
        ...plain('Method', '方式'),
        words: { 'bank-card': { en: 'Bank card', 'zh-CN': '银行卡' } },
      },
      'payment.cardEnding': plain('Card ending in', '卡号尾号', 'mono'),
      orderedAt: plain('Ordered', '下单时间', 'time'),
      shippedAt: plain('Shipped', '发货时间', 'time'),
      refunds: plain('Refunds', '退款记录'),
      'refunds.refundId': plain('Refund', '退款单号', 'mono'),
      'refunds.amount': money('Amount', '金额'),
      'refunds.reason': plain('Reason', '原因'),
      'refunds.refundedAt': plain('Refunded', '退款时间', 'time'),
      currency: plain('Currency', '币种', 'mono'),
    }).map(([key, field]) => [prefix + key, field]),
  )

export const presentation: Presentation = definePresentation({
  get_order: {
    title: { en: 'Look up order', 'zh-CN': '查询订单' },
    summary: (input) => [{ mono: text(input['orderId']) }],
    fields: { orderId: plain('Order', '订单', 'mono') },
    resultFields: orderFields(''),
  },
  list_orders: {
    title: { en: 'List orders', 'zh-CN': '列出订单' },
    summary: (input, locale) =>
      input['detail'] === 'full' ? [locale === 'en' ? 'with full records' : '完整记录'] : [],
    fields: { detail: plain('Detail', '详细程度'), status: plain('Status', '状态') },
    resultFields: {
      count: plain('Count', '数量'),
      orders: plain('Orders', '订单'),
      ...orderFields('orders.'),
    },
  },
  get_local_time: { title: { en: 'Read local time', 'zh-CN': '读取本地时间' } },
  refund_order: {
    title: { en: 'Refund order', 'zh-CN': '订单退款' },
    summary: (input, locale) => [
      { mono: text(input['orderId']) },
      input['amount'] === undefined ? undefined : formatMoney(input['amount'], CURRENCY, locale),
    ],
    sentence: (input, locale) => {
      const order = { strong: text(input['orderId']) }
      const amount = { strong: formatMoney(input['amount'], CURRENCY, locale) }
      return locale === 'en'
        ? ['Refund ', amount, ' for order ', order, '?']
        : ['为订单 ', order, ' 退款 ', amount, '？']
    },
    act: (input, locale) =>
      `${locale === 'en' ? 'Refund' : '退款'} ${formatMoney(input['amount'], CURRENCY, locale)}`,
    declined: (input, locale) => {
      const order = { strong: text(input['orderId']) }
      return locale === 'en' ? ['Don’t refund order ', order] : ['订单 ', order, ' 不退款']
    },
    decline: { en: 'Don’t refund', 'zh-CN': '不退款' },
    untouched: { en: 'Nothing was refunded.', 'zh-CN': '款项没有退出。' },
    confirmWord: { en: 'refund', 'zh-CN': '退款' },
    risk: { en: 'High risk, a refund cannot be undone', 'zh-CN': '高风险，退款后无法撤回' },
    fields: {
      orderId: { ...plain('Order', '订单', 'mono'), locked: true },
      amount: money('Amount', '退款金额'),
      reason: plain('Reason', '原因'),
    },
    resultFields: {
      refundId: plain('Refund', '退款单号', 'mono'),
      orderId: plain('Order', '订单', 'mono'),
      amount: money('Amount', '退款金额'),
      reason: plain('Reason', '原因'),
      refundedAt: plain('Refunded', '退款时间', 'time'),
      order: plain('Order', '订单'),
      ...orderFields('order.'),
    },
  },
})

/** The steps the agent names, on the stream and in its state. */
export const STEP_NAMES: Readonly<Record<string, Localized>> = {
  plan: { en: 'Plan what to do', 'zh-CN': '规划处理方式' },
  look_up_order: { en: 'Looking up the order', 'zh-CN': '查询订单' },
  looked_up: { en: 'Order looked up', 'zh-CN': '订单已查到' },
  check_shipping: { en: 'Checking the shipping', 'zh-CN': '核对发货状态' },
  choose_order: { en: 'Choosing the order', 'zh-CN': '选择订单' },
  propose_refund: { en: 'Proposing the refund', 'zh-CN': '申请退款' },
  await_approval: { en: 'Waiting for approval', 'zh-CN': '等待审批' },
  refunded: { en: 'Refunded', 'zh-CN': '已退款' },
  refund_failed: { en: 'Refund failed', 'zh-CN': '退款失败' },
  denied: { en: 'Denied', 'zh-CN': '已拒绝' },
  cancelled: { en: 'Cancelled', 'zh-CN': '已取消' },
  working: { en: 'Working', 'zh-CN': '处理中' },
  done: { en: 'Done', 'zh-CN': '已完成' },
}

export const STATE_FIELDS: Readonly<Record<string, FieldPresentation>> = {
  step: { ...plain('Step', '步骤'), words: STEP_NAMES },
  progress: plain('Progress', '进度'),
  'progress.done': plain('Done', '已完成'),
  'progress.total': plain('Of', '总数'),
  order: plain('Order', '订单'),
  ...orderFields('order.'),
  orders: plain('Orders', '订单'),
  ...orderFields('orders.'),
}
