import { isRunLive, type OpenInterrupt } from '@agui-kit/core'
import { useExpiry, useInterrupts, useRun } from '@agui-kit/react'
import type { ReactNode } from 'react'
import { toQuestion } from '../approval/question.ts'
import { isUndecided, useCancelOpen } from '../approval/useCancelOpen.ts'
import { Icon } from '../icons/Icon.tsx'
import { useUi } from '../provider/useUi.ts'

/** What stands between the person and the next message, and the way past it. */
export function ApprovalStrip({ id }: { readonly id: string }): ReactNode {
  const { messages } = useUi()
  const interrupts = useInterrupts()
  const isLive = isRunLive(useRun())
  const cancelOpen = useCancelOpen()
  const undecided = interrupts.filter(isUndecided)
  const isAllExpired = useAllExpired(undecided)
  if (interrupts.length === 0 || isLive) return null
  if (undecided.length === 0) {
    return (
      <p id={id} className="agui-strip">
        <Icon name="approval-person" />
        <span>{messages.undelivered}</span>
      </p>
    )
  }
  const isAllInput = undecided.every(({ interrupt }) => toQuestion(interrupt).kind !== 'approval')
  const open = (isAllInput ? messages.openQuestions : messages.openApprovals)(undecided.length)
  const words = isAllExpired ? messages.expiredApprovals : open
  return (
    <p id={id} className="agui-strip">
      <Icon name="approval-person" />
      <span>
        {words.before}
        <button type="button" className="agui-link" onClick={cancelOpen}>
          {words.action}
        </button>
        {words.after}
      </span>
    </p>
  )
}

/** Whether the one that stays valid longest is over. */
function useAllExpired(undecided: readonly OpenInterrupt[]): boolean {
  const deadlineOf = ({ interrupt, expired }: OpenInterrupt): number => {
    const atMs = Date.parse(interrupt.expiresAt ?? '')
    if (expired === true) return 0
    return Number.isNaN(atMs) ? Number.POSITIVE_INFINITY : atMs
  }
  const last = undecided.toSorted((a, b) => deadlineOf(b) - deadlineOf(a))[0]
  return useExpiry(last).expired
}
