import { isRunLive } from '@agui-kit/core'
import { useInterrupts, useRun } from '@agui-kit/react'
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
  if (interrupts.length === 0 || isLive) return null
  const undecided = interrupts.filter(isUndecided)
  if (undecided.length === 0) {
    return (
      <p id={id} className="agui-strip">
        <Icon name="approval-person" />
        <span>{messages.undelivered}</span>
      </p>
    )
  }
  const isAllInput = undecided.every(({ interrupt }) => toQuestion(interrupt).kind !== 'approval')
  const words = (isAllInput ? messages.openQuestions : messages.openApprovals)(undecided.length)
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
