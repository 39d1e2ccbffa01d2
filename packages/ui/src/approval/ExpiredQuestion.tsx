import type { OpenInterrupt } from '@agui-kit/core'
import type { ReactNode } from 'react'
import { useNow } from '../parts/useNow.ts'
import { localize } from '../presentation/presentation.ts'
import { asStatement } from '../presentation/tool-words.ts'
import { useUi } from '../provider/useUi.ts'
import { ApprovalFrame } from './ApprovalFrame.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { RefusedNote } from './RefusedNote.tsx'
import { useApprovalWords } from './useApprovalWords.ts'
import type { useDecide } from './useDecide.ts'

/** A question whose time is over: it cannot be answered any more, only cancelled. */
export function ExpiredQuestion({
  open,
  decision,
}: {
  readonly open: OpenInterrupt
  readonly decision: ReturnType<typeof useDecide>
}): ReactNode {
  const { messages, formats, locale } = useUi()
  const words = useApprovalWords(open.interrupt)
  const nowMs = useNow(false)
  const expiresAtMs = Date.parse(open.interrupt.expiresAt ?? '')
  return (
    <ApprovalFrame
      icon="hourglass"
      eyebrow={messages.toolStatus.expired}
      sentence={asStatement(words.sentence())}
      state="expired"
    >
      <DecisionBar
        open={open}
        isFinal
        sentence={asStatement(words.sentence())}
        lead={
          <span className="agui-expired-text">
            {Number.isNaN(expiresAtMs)
              ? messages.expired
              : messages.expiredAt(formats.time(expiresAtMs, nowMs))}{' '}
            {words.tool.untouched !== undefined && localize(words.tool.untouched, locale)}
          </span>
        }
      >
        <button
          type="button"
          className="agui-button agui-decide"
          onClick={() => decision.decide({ status: 'cancelled' })}
        >
          {messages.cancelAndGoOn}
        </button>
      </DecisionBar>
      <RefusedNote problem={decision.problem} />
    </ApprovalFrame>
  )
}
