import { toPlainText } from '../format/json.ts'
import { type FieldPresentation, localize } from '../presentation/presentation.ts'
import type { Ui } from '../provider/ui-context.ts'

/** A plain value in the reader's words. */
export function toWords(value: unknown, field: FieldPresentation | undefined, ui: Ui): string {
  const { locale, messages, formats } = ui
  if (typeof value === 'boolean') return value ? messages.yes : messages.no
  if (value === null || value === undefined) return messages.none
  const words = field?.words
  if (words !== undefined && typeof value === 'string' && Object.hasOwn(words, value)) {
    return localize(words[value] ?? value, locale)
  }
  if (field?.kind === 'money' && field.currency !== undefined) return formats.money(value, field.currency)
  if (field?.kind === 'time' && typeof value === 'string') {
    const atMs = Date.parse(value)
    if (!Number.isNaN(atMs)) return formats.dateTime(atMs)
  }
  return toPlainText(value)
}
