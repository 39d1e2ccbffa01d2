import type { ReactNode } from 'react'
import { isRecord, type JsonRecord } from '../format/json.ts'
import { fieldAt, labelOf, orderKeys } from '../presentation/fields.ts'
import type { FieldPresentation, FieldPresentations } from '../presentation/presentation.ts'
import { useUi } from '../provider/useUi.ts'
import { LongText } from './LongText.tsx'
import { toWords } from './to-words.ts'
import { VisibleText } from './VisibleText.tsx'

const MAX_DEPTH = 8
const MAX_ITEMS = 50
const MAX_MEMBERS = 60

export interface ValueProps {
  readonly value: unknown
  readonly field?: FieldPresentation | undefined
  readonly fields?: FieldPresentations | undefined
  readonly path?: string
  readonly depth?: number
}

/** Any JSON value, readable: words for what has words, a list for what has members. */
export function ValueView({ value, field, fields, path = '', depth = 0 }: ValueProps): ReactNode {
  const ui = useUi()
  const { messages } = ui
  if (Array.isArray(value)) {
    if (value.length === 0) return <span className="agui-quiet">{messages.none}</span>
    if (value.every((item) => !isRecord(item) && !Array.isArray(item))) {
      return <LongText text={value.map((item) => toWords(item, field, ui)).join(', ')} />
    }
    if (depth >= MAX_DEPTH) return <LongText text={JSON.stringify(value)} className="agui-mono" />
    return (
      <ol className="agui-value-items">
        {value.slice(0, MAX_ITEMS).map((item, index) => (
          // Items of a received list have no identity but their place.
          <li key={index}>
            <ValueView value={item} field={field} fields={fields} path={path} depth={depth + 1} />
          </li>
        ))}
        {value.length > MAX_ITEMS && (
          <li className="agui-quiet">+ {messages.items(value.length - MAX_ITEMS)}</li>
        )}
      </ol>
    )
  }
  if (isRecord(value)) {
    if (Object.keys(value).length === 0) return <span className="agui-quiet">{messages.none}</span>
    if (depth >= MAX_DEPTH) return <LongText text={JSON.stringify(value)} className="agui-mono" />
    return <ValueList value={value} fields={fields} path={path} depth={depth + 1} />
  }
  if (value === '' || value === null || value === undefined) {
    return <span className="agui-quiet">{value === '' ? messages.emptyValue : messages.none}</span>
  }
  const isMono = field?.kind === 'mono'
  return <LongText text={toWords(value, field, ui)} {...(isMono && { className: 'agui-mono' })} />
}

/** The members of an object as a list of names and values. */
export function ValueList({
  value,
  fields,
  path = '',
  depth = 0,
}: {
  readonly value: JsonRecord
  readonly fields?: FieldPresentations | undefined
  readonly path?: string
  readonly depth?: number
}): ReactNode {
  const { locale, messages } = useUi()
  const keys = orderKeys(Object.keys(value), fields, path, locale)
  return (
    <dl className="agui-list" data-nested={depth > 1 || undefined}>
      {keys.slice(0, MAX_MEMBERS).map((key) => {
        const memberPath = path === '' ? key : `${path}.${key}`
        const field = fieldAt(fields, memberPath)
        return (
          <div key={key} className="agui-row">
            <dt>
              <VisibleText text={labelOf(key, field, locale)} />
            </dt>
            <dd>
              <ValueView
                value={value[key]}
                field={field}
                fields={fields}
                path={memberPath}
                depth={depth + 1}
              />
            </dd>
          </div>
        )
      })}
      {keys.length > MAX_MEMBERS && (
        <div className="agui-row agui-quiet">+ {messages.items(keys.length - MAX_MEMBERS)}</div>
      )}
    </dl>
  )
}
