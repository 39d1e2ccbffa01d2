import type { ReactNode } from 'react'
import { toPlainLine } from '../format/hidden-chars.ts'
import { useUi } from '../provider/useUi.ts'
import type { DraftValue } from './draft-value.ts'
import type { Field } from './field.ts'

const LONG_TEXT_CHARS = 120

/** The control for one field. */
export function FieldControl({
  field,
  draft,
  label,
  prefix,
  choiceWords,
  isInvalid,
  describedBy,
  onChange,
}: {
  readonly field: Field
  readonly draft: DraftValue
  readonly label: string
  /** Stands inside the field, as a currency's symbol. */
  readonly prefix?: string | undefined
  readonly choiceWords?: (choice: unknown) => string
  readonly isInvalid: boolean
  readonly describedBy: string | undefined
  readonly onChange: (draft: DraftValue) => void
}): ReactNode {
  const { messages } = useUi()
  const shared = {
    'aria-label': toPlainLine(label),
    'aria-invalid': isInvalid,
    'aria-describedby': describedBy,
    'aria-required': field.isRequired,
  }
  if (typeof draft === 'boolean') {
    return (
      <label className="agui-checkbox">
        <input
          type="checkbox"
          {...shared}
          checked={draft}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span aria-hidden="true">{draft ? messages.yes : messages.no}</span>
      </label>
    )
  }
  if (field.control === 'choice') {
    return (
      <span className="agui-select">
        <select {...shared} value={draft} onChange={(event) => onChange(event.currentTarget.value)}>
          {(draft === '' || !field.isRequired) && <option value="">{messages.chooseOne}</option>}
          {field.choices.map((choice, index) => (
            <option key={toPlainLine(JSON.stringify(choice))} value={String(index)}>
              {toPlainLine(choiceWords?.(choice) ?? String(choice), 80)}
            </option>
          ))}
        </select>
      </span>
    )
  }
  const isLong = field.control === 'text' && (draft.length > LONG_TEXT_CHARS || draft.includes('\n'))
  if (field.control === 'json' || isLong) {
    return (
      <textarea
        {...shared}
        className={field.control === 'json' ? 'agui-input agui-mono' : 'agui-input'}
        rows={field.control === 'json' ? 6 : 3}
        spellCheck={field.control !== 'json'}
        dir={field.control === 'json' ? 'ltr' : 'auto'}
        value={draft}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  const isNumber = field.control === 'number' || field.control === 'integer'
  return (
    <span className="agui-field" data-number={isNumber || undefined}>
      {prefix !== undefined && (
        <span className="agui-field-prefix" aria-hidden="true">
          {prefix}
        </span>
      )}
      <input
        {...shared}
        type="text"
        inputMode={isNumber ? (field.control === 'integer' ? 'numeric' : 'decimal') : 'text'}
        autoComplete="off"
        dir={isNumber ? 'ltr' : 'auto'}
        value={draft}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  )
}
