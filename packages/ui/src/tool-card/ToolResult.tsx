import type { ReactNode } from 'react'
import { isRecord, parseJson } from '../format/json.ts'
import { Icon } from '../icons/Icon.tsx'
import { ValueView } from '../parts/ValueView.tsx'
import type { FieldPresentations } from '../presentation/presentation.ts'
import { useUi } from '../provider/useUi.ts'
import { RawSwitch } from './RawSwitch.tsx'
import type { ToolResultView } from './tool-result.ts'
import { useWholeResult, type WholeResult } from './useWholeResult.ts'

/** A result: a list where it is data, else its text; a cut one says so and offers the whole. */
export function ToolResult({
  result,
  fields,
}: {
  readonly result: ToolResultView
  readonly fields?: FieldPresentations | undefined
}): ReactNode {
  const { messages } = useUi()
  const whole = useWholeResult(result.cut?.url)
  const text = whole.kind === 'loaded' ? whole.text : result.text
  const value = whole.kind === 'loaded' ? parseJson(whole.text) : result.value
  const isData = isRecord(value) || Array.isArray(value)
  return (
    <>
      <RawSwitch title={messages.toolResult} text={isData ? JSON.stringify(value, null, 2) : text}>
        {isData ? <ValueView value={value} fields={fields} /> : undefined}
      </RawSwitch>
      {result.cut !== undefined && whole.kind !== 'loaded' && (
        <CutNote totalChars={result.cut.totalChars} whole={whole} />
      )}
      {result.attachments.map((type, index) => (
        // Attachments of one result have no identity but their place.
        <span key={index} className="agui-chip">
          {messages.attachment(type)}
        </span>
      ))}
    </>
  )
}

function CutNote({
  totalChars,
  whole,
}: {
  readonly totalChars: number | undefined
  readonly whole: Exclude<WholeResult, { kind: 'loaded' }>
}): ReactNode {
  const { messages, formats } = useUi()
  return (
    <div className="agui-cut-note">
      <Icon name="cut" />
      <span>
        {totalChars === undefined ? messages.cutShortUnknown : messages.cutShort(formats.number(totalChars))}{' '}
        {whole.kind === 'untrusted' && messages.elsewhere}
        {whole.kind === 'failed' && messages.loadFailed}
      </span>
      {'load' in whole && (
        <button type="button" className="agui-link" disabled={whole.kind === 'loading'} onClick={whole.load}>
          {whole.kind === 'available' && messages.showAll}
          {whole.kind === 'loading' && messages.loadingAll}
          {whole.kind === 'failed' && messages.tryAgain}
        </button>
      )}
    </div>
  )
}
