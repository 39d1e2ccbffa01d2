import { useComposer } from '@agui-kit/react'
import { type ReactNode, useId } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { useUi } from '../provider/useUi.ts'
import { ApprovalStrip } from './ApprovalStrip.tsx'
import { useGrow } from './useGrow.ts'

export interface ComposerProps {
  readonly placeholder?: string
}

/** Where the person writes: sends, stops, and says in words why it cannot send. */
export function Composer({ placeholder }: ComposerProps): ReactNode {
  const { messages } = useUi()
  const { text, send, stop, canSend, isRunning, blocked, textareaProps, error } = useComposer()
  const area = useGrow(text)
  const stripId = useId()
  const noteId = useId()
  const note = error === undefined ? blockedNote(blocked, text, messages) : messages.sendRefused
  return (
    <div className="agui-composer" data-blocked={blocked}>
      <ApprovalStrip id={stripId} />
      <div className="agui-composer-row">
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          aria-label={messages.messageLabel}
          aria-describedby={`${stripId} ${noteId}`}
          placeholder={placeholder ?? messages.messagePlaceholder}
          {...textareaProps}
        />
        {isRunning ? (
          <button
            type="button"
            className="agui-send"
            data-kind="stop"
            aria-label={messages.stop}
            title={messages.stop}
            onClick={stop}
          >
            <span className="agui-stop-square" />
          </button>
        ) : (
          <button
            type="button"
            className="agui-send"
            aria-label={messages.send}
            title={messages.send}
            aria-disabled={!canSend}
            aria-describedby={`${stripId} ${noteId}`}
            onClick={send}
          >
            <Icon name="arrow-up" />
          </button>
        )}
      </div>
      <p id={noteId} className="agui-composer-note" role={error === undefined ? undefined : 'alert'}>
        {note}
        {error !== undefined && <code className="agui-mono"> {error.code}</code>}
      </p>
    </div>
  )
}

/** The strip speaks for open questions; an empty box needs no reason. */
function blockedNote(
  blocked: ReturnType<typeof useComposer>['blocked'],
  text: string,
  messages: ReturnType<typeof useUi>['messages'],
): string | undefined {
  if (text.trim() === '') return undefined
  if (blocked === 'run') return messages.blockedRun
  return blocked === 'loading' ? messages.blockedLoading : undefined
}
