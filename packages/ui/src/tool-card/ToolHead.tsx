import type { ToolCallView } from '@agui-kit/core'
import type { ReactNode } from 'react'
import { VisibleText } from '../parts/VisibleText.tsx'
import { presentationOf, toolSummary, toolTitle } from '../presentation/tool-words.ts'
import { useUi } from '../provider/useUi.ts'
import { ToolTime } from './ToolTime.tsx'

/** The one line of a folded tool card: name, the arguments that matter, state, time. */
export function ToolHead({
  call,
  input,
}: {
  readonly call: ToolCallView
  readonly input: unknown
}): ReactNode {
  const { locale, messages, presentation } = useUi()
  const tool = presentationOf(presentation, call.name)
  const parts = toolSummary(tool, input, locale)
  return (
    <>
      <span className="agui-tool-name">
        <VisibleText text={toolTitle(tool, call.name, locale)} />
      </span>
      <span className="agui-tool-summary">
        {parts.map((part, index) => (
          // Parts of one line have no identity but their place.
          <span key={index}>
            {index > 0 && (
              <span className="agui-dot" aria-hidden="true">
                ·
              </span>
            )}
            {typeof part === 'string' ? (
              <VisibleText text={part} />
            ) : (
              <VisibleText text={part.mono} className="agui-mono" />
            )}
          </span>
        ))}
        {call.status === 'streaming' && <span className="agui-caret" />}
      </span>
      <span className="agui-state">
        <span className="agui-state-word">{messages.toolStatus[call.status]}</span>
        <ToolTime call={call} />
      </span>
    </>
  )
}
