import type { Locale } from '@agui-kit/ui'

const en = {
  product: 'Support desk',
  newThread: 'New thread',
  threads: 'Threads',
  noThreads: 'Threads appear here once something was said.',
  untitled: 'New thread',
  needsApproval: (count: number) => (count === 1 ? 'Needs approval' : `${count} need approval`),
  openMenu: 'Threads and settings',
  closeMenu: 'Close',
  sharedState: 'Shared state',
  showState: 'Show shared state',
  hideState: 'Hide shared state',
  stateEmpty: 'The agent has shared nothing yet.',
  stateDiverged: 'This may be out of date until the agent sends it anew.',
  language: 'Language',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  forget: 'Remove this thread from this browser',
  suggestions: [
    'Look up order A1024 and refund it if it has shipped',
    'Refund A1048 and A1077',
    'List orders',
    'I would like a refund',
    'What time is it?',
  ],
}

export type Words = typeof en

const zhCN: Words = {
  product: '客服工作台',
  newThread: '新对话',
  threads: '对话列表',
  noThreads: '说出第一句话后，对话会出现在这里。',
  untitled: '新对话',
  needsApproval: (count) => (count === 1 ? '等待审批' : `${count} 项等待审批`),
  openMenu: '对话与设置',
  closeMenu: '关闭',
  sharedState: '共享状态',
  showState: '显示共享状态',
  hideState: '隐藏共享状态',
  stateEmpty: '智能体还没有共享任何内容。',
  stateDiverged: '在智能体重新发送之前，这里可能不是最新的。',
  language: '语言',
  theme: '外观',
  themes: { system: '跟随系统', light: '浅色', dark: '深色' },
  forget: '从这个浏览器移除此对话',
  suggestions: [
    '帮我查一下订单 A1024，如果已发货就申请退款',
    '退款 A1048 和 A1077',
    '列出订单',
    '我想申请退款',
    '现在几点了？',
  ],
}

export const WORDS: Readonly<Record<Locale, Words>> = { en, 'zh-CN': zhCN }
