import { en } from './en.ts'
import type { Locale } from './locale.ts'
import type { Messages } from './messages.ts'
import { zhCN } from './zh-CN.ts'

export const CATALOGUE: Readonly<Record<Locale, Messages>> = { en, 'zh-CN': zhCN }
