import type { FieldPresentations } from '../presentation/presentation.ts'
import type { Field } from '../schema/field.ts'
import type { Editable } from './question.ts'

/** The application's words for the fields, and the agent's titles where the application has none. */
export function withTitles(
  words: FieldPresentations | undefined,
  editable: Editable | undefined,
): FieldPresentations | undefined {
  const fields: readonly Field[] = editable?.kind === 'fields' ? editable.fields : []
  const titled = fields.flatMap(({ key, title }) =>
    title === undefined || (words !== undefined && Object.hasOwn(words, key))
      ? []
      : [[key, { label: title }]],
  )
  return titled.length === 0 ? words : { ...words, ...Object.fromEntries(titled) }
}
