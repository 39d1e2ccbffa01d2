/** What the built-in planner understood the person to want. */
export type Intent =
  | { readonly kind: 'refund'; readonly orderIds: readonly string[] }
  | { readonly kind: 'look-up'; readonly orderIds: readonly string[] }
  | { readonly kind: 'fail' | 'timeout' | 'crash' | 'long-answer' | 'think' | 'progress' | 'export' }
  | { readonly kind: 'list' | 'time' | 'help' }

const ORDER_ID = /(?<![A-Za-z0-9])[A-Za-z]\d{4}(?!\d)/g

const REFUND = /退款|退钱|\brefund/i

// The first match wins, so the narrower words stand above those they contain ("timeout", "time").
const COMMANDS: readonly (readonly [
  RegExp,
  'fail' | 'timeout' | 'crash' | 'long-answer' | 'think' | 'progress' | 'export',
])[] = [
  [/超时|\btime[- ]?out\b/i, 'timeout'],
  [/崩溃|\bcrash\b/i, 'crash'],
  [/失败|\bfail(s|ed|ure)?\b/i, 'fail'],
  [/长文|\blong answer\b/i, 'long-answer'],
  [/想一想|\bthink\b/i, 'think'],
  [/进度|\bprogress\b/i, 'progress'],
  [/导出|\bexport\b/i, 'export'],
]

const TIME = /几点|\btime\b/i
const LIST = /订单|\borders?\b/i

export function toIntent(text: string): Intent {
  const orderIds = [...new Set((text.match(ORDER_ID) ?? []).map((id) => id.toUpperCase()))]
  // An order to refund is named: whatever else the sentence says is the reason, not a command.
  if (REFUND.test(text) && orderIds.length > 0) return { kind: 'refund', orderIds }
  const command = COMMANDS.find(([words]) => words.test(text))
  if (command !== undefined) return { kind: command[1] }
  if (REFUND.test(text)) return { kind: 'refund', orderIds }
  if (orderIds.length > 0) return { kind: 'look-up', orderIds }
  if (TIME.test(text)) return { kind: 'time' }
  return { kind: LIST.test(text) ? 'list' : 'help' }
}
