import { isKitError } from '@agui-kit/core'
import { useSession } from '@agui-kit/react'
import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { useUi } from '../provider/useUi.ts'

export interface EmptyThreadProps {
  readonly title?: string
  readonly hint?: string
  /** Sentences that are sent as they stand when they are picked. */
  readonly suggestions?: readonly string[]
}

/** The thread before anything was said. */
export function EmptyThread({ title, hint, suggestions = [] }: EmptyThreadProps): ReactNode {
  const { messages } = useUi()
  const { send } = useSession()
  return (
    <div className="agui-empty">
      <h2 className="agui-empty-title">{title ?? messages.emptyTitle}</h2>
      <p>{hint ?? messages.emptyHint}</p>
      {suggestions.length > 0 && (
        <ul className="agui-suggestions" aria-label={messages.suggestions}>
          {suggestions.map((suggestion) => (
            <li key={suggestion}>
              <button
                type="button"
                onClick={() => {
                  send(suggestion).catch((reason: unknown) => {
                    // A second click on a suggestion meets the run the first one began.
                    if (!isKitError(reason)) throw reason
                  })
                }}
              >
                <span>{suggestion}</span>
                <Icon name="arrow-up" size="tight" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
