import type { ToolCallView } from '@agui-kit/core'
import type { ReactNode } from 'react'
import { isRecord, isSameJson, ownMember } from '../format/json.ts'
import { Icon } from '../icons/Icon.tsx'
import { Changed } from '../parts/Told.tsx'
import { ValueView } from '../parts/ValueView.tsx'
import { VisibleText } from '../parts/VisibleText.tsx'
import { fieldAt, labelOf, orderKeys } from '../presentation/fields.ts'
import { presentationOf } from '../presentation/tool-words.ts'
import { useUi } from '../provider/useUi.ts'
import { RawSwitch } from './RawSwitch.tsx'

/** The arguments as a list; what a person changed shows what it was and what it is. */
export function ToolArguments({
  call,
  input,
}: {
  readonly call: ToolCallView
  readonly input: unknown
}): ReactNode {
  const { messages } = useUi()
  const text = call.editedArgs === undefined ? call.args : JSON.stringify(call.editedArgs)
  if (!isRecord(input)) {
    if (call.status === 'streaming' || call.args.trim() === '') return null
    return (
      <div className="agui-section">
        <p className="agui-section-note">{messages.toolUnreadable}</p>
        <pre className="agui-raw">
          <VisibleText text={call.args} />
        </pre>
      </div>
    )
  }
  return (
    <RawSwitch title={messages.toolArguments} text={pretty(text)}>
      <ArgumentList call={call} input={input} />
    </RawSwitch>
  )
}

function ArgumentList({
  call,
  input,
}: {
  readonly call: ToolCallView
  readonly input: Readonly<Record<string, unknown>>
}): ReactNode {
  const { locale, messages, presentation } = useUi()
  const { fields } = presentationOf(presentation, call.name)
  const now = isRecord(call.editedArgs) ? call.editedArgs : input
  const keys = orderKeys([...new Set([...Object.keys(input), ...Object.keys(now)])], fields, '', locale)
  if (keys.length === 0) return <p className="agui-quiet">{messages.toolNoArguments}</p>
  return (
    <dl className="agui-list">
      {keys.map((key) => {
        const field = fieldAt(fields, key)
        const was = ownMember(input, key)
        const is = ownMember(now, key)
        const view = <ValueView value={is} field={field} fields={fields} path={key} />
        return (
          <div key={key} className="agui-row">
            <dt>
              <VisibleText text={labelOf(key, field, locale)} />
            </dt>
            <dd>
              {isSameJson(was, is) ? (
                view
              ) : (
                <>
                  <Changed was={<ValueView value={was} field={field} fields={fields} path={key} />}>
                    {view}
                  </Changed>
                  <span className="agui-chip" data-tone="info">
                    <Icon name="edit" size="tight" />
                    {messages.edited}
                  </span>
                </>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
