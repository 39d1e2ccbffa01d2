/** The languages the kit speaks. */
export type Locale = 'en' | 'zh-CN'

export const LOCALES: readonly Locale[] = ['en', 'zh-CN']

/** The kit's language for a list of language tags, the most wanted first; English where none fits. */
export function toLocale(tags: readonly string[]): Locale {
  for (const tag of tags) {
    const [language = ''] = tag.toLowerCase().split('-')
    if (language === 'zh') return 'zh-CN'
    if (language === 'en') return 'en'
  }
  return 'en'
}
