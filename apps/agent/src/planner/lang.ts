import type { Message } from '../protocol/message.ts'
import { toText } from '../protocol/message.ts'

export type Lang = 'zh' | 'en'

export const detectLang = (text: string): Lang => (/\p{Script=Han}/u.test(text) ? 'zh' : 'en')

export function lastUserText(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.role === 'user')
  return last?.role === 'user' ? toText(last.content) : ''
}

/** The language of the person's last message that has words in it. */
export function threadLang(messages: readonly Message[]): Lang {
  const last = messages.findLast(
    (message) => message.role === 'user' && /\p{L}/u.test(toText(message.content)),
  )
  return last?.role === 'user' ? detectLang(toText(last.content)) : 'en'
}

export const say = (lang: Lang, zh: string, en: string): string => (lang === 'zh' ? zh : en)
