import { humanise } from '../format/humanise.ts'
import type { Locale } from '../messages/locale.ts'
import { type FieldPresentation, type FieldPresentations, localize } from './presentation.ts'

/** What the application said about the member at a path. */
export function fieldAt(fields: FieldPresentations | undefined, path: string): FieldPresentation | undefined {
  return fields !== undefined && Object.hasOwn(fields, path) ? fields[path] : undefined
}

/** The words that stand before a member. */
export function labelOf(key: string, field: FieldPresentation | undefined, locale: Locale): string {
  return field === undefined ? humanise(key) : localize(field.label, locale)
}

/** The application's order first, then the agent's; without what is only for readers of another language. */
export function orderKeys(
  keys: readonly string[],
  fields: FieldPresentations | undefined,
  path: string,
  locale: Locale,
): readonly string[] {
  if (fields === undefined) return keys
  const prefix = path === '' ? '' : `${path}.`
  const rank = new Map(Object.keys(fields).map((key, index) => [key, index]))
  const rankOf = (key: string): number => rank.get(prefix + key) ?? rank.size
  return keys
    .filter((key) => (fieldAt(fields, prefix + key)?.only ?? locale) === locale)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
}
