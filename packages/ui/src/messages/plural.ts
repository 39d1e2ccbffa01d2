import type { Locale } from './locale.ts'

/** Picks the words for a count: the language's own rule decides which are singular. */
export function createPlural(locale: Locale): (count: number, one: string, other: string) => string {
  const rules = new Intl.PluralRules(locale)
  return (count, one, other) => (rules.select(count) === 'one' ? one : other)
}
