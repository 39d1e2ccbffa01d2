import { type ReactNode, useId } from 'react'
import { toPlainLine } from '../format/hidden-chars.ts'
import { isRecord, ownMember } from '../format/json.ts'
import { Icon } from '../icons/Icon.tsx'
import { toWords } from '../parts/to-words.ts'
import { ValueView } from '../parts/ValueView.tsx'
import { VisibleText } from '../parts/VisibleText.tsx'
import { fieldAt, labelOf, orderKeys } from '../presentation/fields.ts'
import type { FieldPresentation, FieldPresentations } from '../presentation/presentation.ts'
import { useUi } from '../provider/useUi.ts'
import { FieldControl } from '../schema/FieldControl.tsx'
import type { Field } from '../schema/field.ts'
import { problemText } from '../schema/problem-text.ts'
import type { Edit } from './useEdit.ts'

/** The same list as before, with fields where a value may change. */
export function EditRows({
  edit,
  input,
  words,
}: {
  readonly edit: Edit
  readonly input: unknown
  readonly words: FieldPresentations | undefined
}): ReactNode {
  const { locale, messages } = useUi()
  const byKey = new Map(edit.fields.map((field) => [field.key, field]))
  const { isWhole } = edit
  const keys = isWhole
    ? [...byKey.keys()]
    : orderKeys(
        [...new Set([...(isRecord(input) ? Object.keys(input) : []), ...byKey.keys()])],
        words,
        '',
        locale,
      )
  return (
    <div className="agui-list" data-editing>
      {keys.map((key) => {
        const field = byKey.get(key)
        const word = fieldAt(words, key)
        const label = isWhole ? messages.jsonField : labelOf(key, word, locale)
        const was = isWhole ? input : ownMember(input, key)
        if (field === undefined) return <LockedRow key={key} label={label} value={was} word={word} />
        return <EditRow key={key} edit={edit} field={field} label={label} was={was} word={word} />
      })}
    </div>
  )
}

function LockedRow({
  label,
  value,
  word,
}: {
  readonly label: string
  readonly value: unknown
  readonly word: FieldPresentation | undefined
}): ReactNode {
  const { messages } = useUi()
  return (
    <div className="agui-row">
      <span className="agui-label">
        <VisibleText text={label} />
      </span>
      <div className="agui-value">
        <ValueView value={value} field={word} />
        <span className="agui-locked agui-end">
          <Icon name="lock" />
          {messages.locked}
        </span>
      </div>
    </div>
  )
}

function EditRow({
  edit,
  field,
  label,
  was,
  word,
}: {
  readonly edit: Edit
  readonly field: Field
  readonly label: string
  readonly was: unknown
  readonly word: FieldPresentation | undefined
}): ReactNode {
  const ui = useUi()
  const { messages, formats } = ui
  const id = useId()
  const problem = edit.drafts.problems.get(field.key)
  const isChanged = edit.drafts.changed.has(field.key)
  const currency = word?.kind === 'money' ? word.currency : undefined
  const toLimit = (limit: number): string =>
    currency === undefined ? formats.number(limit) : formats.money(limit, currency)
  return (
    <div className="agui-row" data-changed={isChanged || undefined}>
      <span className="agui-label" aria-hidden="true">
        <VisibleText text={label} />
      </span>
      <div className="agui-value">
        <FieldControl
          field={field}
          draft={edit.drafts.draftOf(field)}
          label={label}
          prefix={currency === undefined ? undefined : formats.currencySymbol(currency)}
          choiceWords={(choice) => toWords(choice, word, ui)}
          isInvalid={problem !== undefined}
          describedBy={problem !== undefined || isChanged ? id : undefined}
          onChange={(draft) => edit.drafts.set(field.key, draft)}
        />
        <span id={id} className="agui-field-note">
          {problem !== undefined && (
            <span className="agui-problem">
              <Icon name="danger" size="tight" />
              {problemText(problem, messages, formats, toLimit)}
            </span>
          )}
          {isChanged && problem === undefined && (
            <>
              <span className="agui-chip" data-tone="info">
                <Icon name="edit" size="tight" />
                {messages.edited}
              </span>
              {!field.isObject && (
                <span className="agui-was">
                  {messages.was} <del>{toWords(was, word, ui)}</del>
                </span>
              )}
            </>
          )}
        </span>
        {isChanged && (
          <button
            type="button"
            className="agui-link agui-end"
            aria-label={messages.restoreField(toPlainLine(label))}
            onClick={() => edit.drafts.restore(field.key)}
          >
            <Icon name="undo" />
            {messages.restore}
          </button>
        )}
      </div>
    </div>
  )
}
