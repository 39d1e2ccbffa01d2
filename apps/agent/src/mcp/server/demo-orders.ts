import type { Order } from './order.ts'

/** `get_order` on this one is an error of the tool. */
export const FAILING_ORDER_ID = 'A9009'
/** `get_order` on this one does not answer until the caller gives up. */
export const HANGING_ORDER_ID = 'A9008'

type Row = readonly [
  orderId: string,
  status: Order['status'],
  customer: string,
  customerZh: string,
  item: string,
  itemZh: string,
  total: number,
  cardEnding: string,
  orderedAt: string,
]

const rows: readonly Row[] = [
  ['A1024', 'delivered', 'Mei Lin', '林梅', 'Glass storage jar', '玻璃储物罐', 128, '4417', '2026-11-02'],
  ['A1077', 'shipped', 'Bo Chen', '陈博', 'Linen table runner', '亚麻桌旗', 59.9, '8032', '2026-11-18'],
  [
    'A1090',
    'delivered',
    'Yuan Zhao',
    '赵媛',
    'Walnut writing desk',
    '胡桃木书桌',
    1299,
    '5521',
    '2026-11-05',
  ],
  ['A1101', 'processing', 'Wei Sun', '孙薇', 'Ceramic teapot', '陶瓷茶壶', 216, '1190', '2026-11-27'],
  [
    'A1102',
    'processing',
    'Hao Li',
    '李浩',
    'Bamboo chopsticks, 10 pairs',
    '竹筷（10 双）',
    39.5,
    '7745',
    '2026-11-28',
  ],
  ['A1003', 'delivered', 'Jing Wu', '吴静', 'Cast-iron pan', '铸铁锅', 329, '6608', '2026-10-11'],
  ['A1015', 'delivered', 'Tao Xu', '徐涛', 'Wool blanket', '羊毛毯', 469, '3356', '2026-10-20'],
  ['A1033', 'shipped', 'Lan He', '何岚', 'Desk lamp', '台灯', 189, '9204', '2026-11-16'],
  ['A1048', 'delivered', 'Rui Zhou', '周睿', 'Set of six bowls', '饭碗（6 只装）', 96, '2287', '2026-11-08'],
  ['A1059', 'shipped', 'Min Gao', '高敏', 'Cotton bath towels', '纯棉浴巾', 148, '4063', '2026-11-19'],
  ['A1066', 'delivered', 'Kai Guo', '郭凯', 'Folding chair', '折叠椅', 258, '1874', '2026-11-09'],
  ['A1083', 'processing', 'Xin Ma', '马欣', 'Wall clock', '挂钟', 135, '5930', '2026-11-29'],
]

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T09:30:00.000Z`) + 86_400_000).toISOString()

const toOrder = (row: Row): Order => {
  const [orderId, status, customer, customerZh, item, itemZh, total, cardEnding, day] = row
  const returned = orderId === 'A1003'
  return {
    orderId,
    status,
    customer,
    customerZh,
    item,
    itemZh,
    total,
    refunded: returned ? total : 0,
    currency: 'CNY',
    payment: { method: 'bank-card', cardEnding },
    orderedAt: `${day}T09:30:00.000Z`,
    ...(status === 'processing' ? {} : { shippedAt: dayAfter(day) }),
    refunds: returned
      ? [
          {
            refundId: 'R-1003',
            amount: total,
            reason: 'Damaged on arrival',
            refundedAt: '2026-10-25T03:12:00.000Z',
          },
        ]
      : [],
  }
}

/** What a new order file starts with. */
export const demoOrders = (): readonly Order[] => rows.map(toOrder)
