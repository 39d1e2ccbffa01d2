import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { LongText } from '../parts/LongText.tsx'
import { VisibleText } from '../parts/VisibleText.tsx'
import { useUi } from '../provider/useUi.ts'

/** Why a call failed, its code small and copyable, and a way on if the application has one. */
export function ToolFailure({
  reason,
  code,
  onRetry,
}: {
  readonly reason: string
  readonly code?: string
  readonly onRetry?: (() => void) | undefined
}): ReactNode {
  const { messages } = useUi()
  return (
    <div className="agui-tool-failure">
      <p>
        <LongText text={reason} />
      </p>
      {(code !== undefined || onRetry !== undefined) && (
        <div className="agui-actions">
          {code !== undefined && (
            <span className="agui-code">
              <VisibleText text={code} className="agui-mono" />
              <CopyButton text={code} label={messages.copyCode(code)} />
            </span>
          )}
          {onRetry !== undefined && (
            <button type="button" className="agui-button agui-end" onClick={onRetry}>
              <Icon name="refresh" />
              {messages.tryAgain}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
