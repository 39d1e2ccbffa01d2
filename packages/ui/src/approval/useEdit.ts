import { useCallback, useMemo, useState } from 'react'
import { isRecord, type JsonRecord, ownMember } from '../format/json.ts'
import { fieldAt } from '../presentation/fields.ts'
import type { FieldPresentations } from '../presentation/presentation.ts'
import { type DraftValue, toDraft } from '../schema/draft-value.ts'
import { type Field, toField } from '../schema/field.ts'
import { type FieldDrafts, useFieldDrafts } from '../schema/useFieldDrafts.ts'
import type { Editable } from './question.ts'

const WHOLE = 'arguments'
const WHOLE_FIELD: readonly Field[] = [toField(WHOLE, { type: 'object' }, true)]
const NONE: readonly Field[] = []

/** The editing of a call's arguments before they are approved. */
export interface Edit {
  readonly canEdit: boolean
  readonly isEditing: boolean
  readonly begin: () => void
  /** Drops the changes. */
  readonly cancel: () => void
  readonly fields: readonly Field[]
  /** The arguments are edited as one JSON text. */
  readonly isWhole: boolean
  readonly drafts: FieldDrafts
  /** The arguments as they would run: changed where a change can be read. */
  readonly args: unknown
  readonly isChanged: boolean
  readonly problemCount: number
}

/** Begins with the proposal; what is not editable stays what it was. */
export function useEdit(
  editable: Editable | undefined,
  input: unknown,
  words: FieldPresentations | undefined,
): Edit {
  const [isEditing, setEditing] = useState(false)
  const fields = useMemo(() => editableFields(editable, words), [editable, words])
  const isWhole = editable?.kind === 'json'
  const initial = useCallback((key: string) => (isWhole ? input : ownMember(input, key)), [isWhole, input])
  const toText = useCallback((field: Field, value: unknown) => toFieldText(field, value, words), [words])
  const drafts = useFieldDrafts(fields, initial, toText)
  const isChanged = isEditing && drafts.changed.size > 0
  const args = useMemo(() => {
    if (!isChanged) return input
    return isWhole ? (drafts.values.get(WHOLE) ?? input) : merge(input, fields, drafts)
  }, [isChanged, isWhole, input, fields, drafts])
  return {
    canEdit: fields.length > 0 && isRecord(input),
    isEditing,
    begin: () => setEditing(true),
    cancel: () => {
      drafts.reset()
      setEditing(false)
    },
    fields,
    isWhole,
    drafts,
    args,
    isChanged,
    problemCount: isEditing ? drafts.problems.size : 0,
  }
}

/** What the agent fixed and what the application locked cannot be edited. */
function editableFields(
  editable: Editable | undefined,
  words: FieldPresentations | undefined,
): readonly Field[] {
  if (editable === undefined) return NONE
  if (editable.kind === 'json') return WHOLE_FIELD
  return editable.fields.filter(
    (field) => field.fixed === undefined && fieldAt(words, field.key)?.locked !== true,
  )
}

function toFieldText(field: Field, value: unknown, words: FieldPresentations | undefined): DraftValue {
  const isMoney = fieldAt(words, field.key)?.kind === 'money'
  // An amount is written with its cents, unless that would round it.
  if (isMoney && typeof value === 'number' && Number(value.toFixed(2)) === value) return value.toFixed(2)
  return toDraft(field, value)
}

/** The proposal with every readable change in it; an optional field that was emptied is left out. */
function merge(input: unknown, fields: readonly Field[], drafts: FieldDrafts): JsonRecord {
  const edited = new Map(fields.map((field) => [field.key, field]))
  const before: JsonRecord = isRecord(input) ? input : {}
  const keys = new Set([...Object.keys(before), ...edited.keys()])
  return Object.fromEntries(
    [...keys].flatMap((key): readonly (readonly [string, unknown])[] => {
      if (!edited.has(key) || drafts.problems.has(key)) {
        return Object.hasOwn(before, key) ? [[key, before[key]]] : []
      }
      return drafts.values.has(key) ? [[key, drafts.values.get(key)]] : []
    }),
  )
}
