import { isKitError, type Thread } from '@agui-kit/core'
import { useRun, useSession, useThread } from '@agui-kit/react'
import { type ReactNode, useId } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { LongText } from '../parts/LongText.tsx'
import { VisibleText } from '../parts/VisibleText.tsx'
import { useUi } from '../provider/useUi.ts'
import { toFailureKind } from './failure-kind.ts'

const selectHasReceipt = (thread: Thread): boolean =>
  thread.interrupts.some(
    ({ decision }) => decision?.delivery === 'failed' || decision?.delivery === 'unconfirmed',
  )

/** Why the latest run failed: what happened, what is safe, what to do. Nothing while there is no failure. */
export function ErrorNotice(): ReactNode {
  const { messages, formats } = useUi()
  const { retry } = useSession()
  const run = useRun()
  const id = useId()
  // A decision that did not arrive tells why itself.
  const hasReceipt = useThread(selectHasReceipt, 'interrupts')
  if (run.kind !== 'failed' || hasReceipt) return null
  const { failure } = run
  const { status, retryAfterMs, bodyExcerpt } = failure.details ?? {}
  const words = messages.failure[toFailureKind(failure)]({
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { wait: formats.elapsed(Math.max(retryAfterMs, 1_000)) }),
  })
  const code = status === undefined ? failure.code : `${status} ${failure.code ?? ''}`.trim()
  const detail =
    failure.source === 'agent' ? undefined : [failure.message, bodyExcerpt].filter(Boolean).join('\n\n')
  return (
    <section className="agui-item agui-card agui-error" role="alert" aria-labelledby={id}>
      <Icon name="danger" className="agui-state-icon" />
      <h2 id={id} className="agui-error-title">
        {words.title}
      </h2>
      <div className="agui-error-text">
        <p>{words.text}</p>
        {failure.source === 'agent' && failure.message !== '' && (
          <p className="agui-quote" dir="auto">
            {messages.agentSays} <LongText text={failure.message} />
          </p>
        )}
        {detail !== undefined && (
          <details className="agui-detail">
            <summary>{messages.technicalDetail}</summary>
            <LongText text={detail} />
          </details>
        )}
      </div>
      <div className="agui-actions">
        {code !== undefined && (
          <span className="agui-code">
            <VisibleText text={code} className="agui-mono" />
            <CopyButton text={code} label={messages.copyCode(code)} />
          </span>
        )}
        <button
          type="button"
          className="agui-button agui-end"
          onClick={() => {
            retry().catch((reason: unknown) => {
              // A run began in the meantime, or questions are open: both are on the page.
              if (!isKitError(reason)) throw reason
            })
          }}
        >
          <Icon name="refresh" />
          {messages.tryAgain}
        </button>
      </div>
    </section>
  )
}
