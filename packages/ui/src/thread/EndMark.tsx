import { isKitError, type RunState, type Thread } from '@agui-kit/core'
import { useRun, useSession, useThread } from '@agui-kit/react'
import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { useAnnouncement } from '../parts/Announcer.tsx'
import { useUi } from '../provider/useUi.ts'

const selectHasUndelivered = (thread: Thread): boolean =>
  thread.interrupts.some(({ decision }) => decision !== undefined && decision.delivery !== 'queued')

/** The dashed line where an answer ends that is not complete, with the one way on. */
export function EndMark(): ReactNode {
  const { messages } = useUi()
  const { retry } = useSession()
  const run = useRun()
  // Then the decision's own receipt has the way on.
  const hasReceipt = useThread(selectHasUndelivered, 'interrupts')
  const text = markText(run, messages)
  useAnnouncement(text && messages.incomplete)
  if (text === undefined) return null
  return (
    <div className="agui-item agui-end-mark" data-cause={run.kind === 'truncated' ? run.cause : 'cancelled'}>
      <span>{text}</span>
      {run.kind === 'truncated' && !hasReceipt && (
        <button
          type="button"
          className="agui-link"
          onClick={() => {
            retry().catch((reason: unknown) => {
              // A run began in the meantime: that is what was wanted.
              if (!isKitError(reason)) throw reason
            })
          }}
        >
          <Icon name="refresh" />
          {messages.tryAgain}
        </button>
      )}
    </div>
  )
}

function markText(run: RunState, messages: ReturnType<typeof useUi>['messages']): string | undefined {
  if (run.kind === 'truncated') return messages.endMark[run.cause]
  if (run.kind === 'finished' && run.outcome.type === 'cancelled') return messages.runCancelled
  return undefined
}
