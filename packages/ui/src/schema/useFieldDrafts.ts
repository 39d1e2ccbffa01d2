import { useMemo, useState } from 'react'
import { isSameJson } from '../format/json.ts'
import { type DraftValue, type Problem, readDraft, toDraft } from './draft-value.ts'
import type { Field } from './field.ts'

/** The state of a form over some fields. */
export interface FieldDrafts {
  readonly draftOf: (field: Field) => DraftValue
  readonly set: (key: string, draft: DraftValue) => void
  /** Back to what it was. */
  readonly restore: (key: string) => void
  readonly reset: () => void
  readonly problems: ReadonlyMap<string, Problem>
  /** The values that can be read, by key; absent ones have none. */
  readonly values: ReadonlyMap<string, unknown>
  readonly changed: ReadonlySet<string>
}

/** Drafts of fields that begin with `initial` values. */
export function useFieldDrafts(
  fields: readonly Field[],
  initial: (key: string) => unknown,
  toText: (field: Field, value: unknown) => DraftValue = toDraft,
): FieldDrafts {
  const [touched, setTouched] = useState<ReadonlyMap<string, DraftValue>>(new Map())
  const draftOf = (field: Field): DraftValue => touched.get(field.key) ?? toText(field, initial(field.key))
  const read = useMemo(() => {
    const problems = new Map<string, Problem>()
    const values = new Map<string, unknown>()
    const changed = new Set<string>()
    for (const field of fields) {
      const before = initial(field.key)
      const draft = touched.get(field.key)
      // What was not touched stays the very value it was.
      const reading =
        draft === undefined && before !== undefined
          ? { kind: 'value' as const, value: before }
          : readDraft(field, draft ?? toText(field, before))
      if (reading.kind === 'problem') problems.set(field.key, reading.problem)
      if (reading.kind === 'value') values.set(field.key, reading.value)
      if (reading.kind === 'problem' ? draft !== undefined : !isSameJson(values.get(field.key), before)) {
        changed.add(field.key)
      }
    }
    return { problems, values, changed }
  }, [fields, initial, toText, touched])
  return {
    ...read,
    draftOf,
    set: (key, draft) => setTouched((current) => new Map(current).set(key, draft)),
    restore: (key) =>
      setTouched((current) => {
        const next = new Map(current)
        next.delete(key)
        return next
      }),
    reset: () => setTouched(new Map()),
  }
}
