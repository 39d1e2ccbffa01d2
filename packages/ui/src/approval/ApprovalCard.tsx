import type { OpenInterrupt, Thread } from '@agui-kit/core'
import { useExpiry, useInterrupt, useThread } from '@agui-kit/react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { ApprovalQuestion } from './ApprovalQuestion.tsx'
import { ExpiredQuestion } from './ExpiredQuestion.tsx'
import { InputQuestion } from './InputQuestion.tsx'
import { toQuestion } from './question.ts'
import { Receipt } from './Receipt.tsx'
import { useDecide } from './useDecide.ts'

export interface ApprovalCardProps {
  readonly interruptId: string
}

/** An interrupt from question to receipt: open, expired, on its way, settled. */
export function ApprovalCard({ interruptId }: ApprovalCardProps): ReactNode {
  const open = useInterrupt(interruptId)
  const settled = useThread(
    useCallback(
      (thread: Thread) => thread.decisions.findLast((decision) => decision.interruptId === interruptId),
      [interruptId],
    ),
    'decisions',
  )
  const decision = open === undefined ? settled : open.decision
  const isDecided = decision !== undefined
  const root = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(!isDecided)
  useEffect(() => {
    // The button that was pressed is gone: without this the keyboard would start over at the top.
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (wasOpen.current && isDecided && isLost) root.current?.focus({ preventScroll: true })
    wasOpen.current = !isDecided
  }, [isDecided])
  if (open === undefined && settled === undefined) return null
  return (
    <div ref={root} tabIndex={-1} className="agui-approval-slot">
      {open !== undefined && (decision === undefined || (open.expired && decision.delivery === 'failed')) ? (
        <OpenQuestion open={open} />
      ) : (
        decision !== undefined && <Receipt decision={decision} />
      )}
    </div>
  )
}

function OpenQuestion({ open }: { readonly open: OpenInterrupt }): ReactNode {
  const question = useMemo(() => toQuestion(open.interrupt), [open.interrupt])
  const { expired } = useExpiry(open)
  const decision = useDecide(open.interrupt.id)
  if (expired) return <ExpiredQuestion open={open} decision={decision} />
  return question.kind === 'approval' ? (
    <ApprovalQuestion open={open} question={question} decision={decision} />
  ) : (
    <InputQuestion open={open} question={question} decision={decision} />
  )
}
