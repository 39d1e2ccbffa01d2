import { useMessageIds, usePhase } from '@agui-kit/react'
import { Fragment, type ReactNode } from 'react'
import { useStickToBottom } from 'use-stick-to-bottom'
import { ApprovalCard } from '../approval/ApprovalCard.tsx'
import { Icon } from '../icons/Icon.tsx'
import { ErrorNotice } from '../notices/ErrorNotice.tsx'
import { AnnouncerProvider } from '../parts/Announcer.tsx'
import { useUi } from '../provider/useUi.ts'
import { EndMark } from './EndMark.tsx'
import { MessageView } from './MessageView.tsx'
import { OpenQuestions } from './OpenQuestions.tsx'
import { StepsRow } from './StepsRow.tsx'
import { useFreeInterrupts } from './useFreeInterrupts.ts'
import { useStepsByTurn } from './useStepsByTurn.ts'
import { Working } from './Working.tsx'

export interface MessageListProps {
  /** Shown in place of messages while the thread has none. */
  readonly empty?: ReactNode
}

/** The thread as a page that follows its end until the reader scrolls away from it. */
export function MessageList({ empty }: MessageListProps): ReactNode {
  const { messages } = useUi()
  const phase = usePhase()
  const ids = useMessageIds()
  // Text that arrives does not glide: it is there.
  const { scrollRef, contentRef, isAtBottom, scrollToBottom } = useStickToBottom({
    initial: 'instant',
    resize: 'instant',
  })
  const isLoading = phase === 'new' || phase === 'loading'
  return (
    <AnnouncerProvider>
      <div className="agui-thread">
        <div
          ref={scrollRef}
          className="agui-scroll"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label={messages.threadLabel}
          aria-busy={isLoading}
        >
          <div ref={contentRef} className="agui-column">
            {isLoading && <p className="agui-quiet agui-loading">{messages.loadingThread}</p>}
            {!isLoading && ids.length === 0 && empty}
            <Items ids={ids} />
            <Working />
            <EndMark />
            <ErrorNotice />
          </div>
        </div>
        {!isAtBottom && (
          <button
            type="button"
            className="agui-jump"
            onClick={() => {
              void scrollToBottom('instant')
            }}
          >
            <Icon name="arrow-down" />
            {messages.jumpToEnd}
          </button>
        )}
      </div>
      <OpenQuestions />
    </AnnouncerProvider>
  )
}

function Items({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const free = useFreeInterrupts()
  const steps = useStepsByTurn()
  return (
    <>
      <Free interruptIds={free.get('')} />
      {ids.map((id) => {
        const own = steps.get(id)
        return (
          <Fragment key={id}>
            <MessageView id={id} />
            {own !== undefined && (
              <div className="agui-item" data-kind="machinery">
                <StepsRow steps={own} />
              </div>
            )}
            <Free interruptIds={free.get(id)} />
          </Fragment>
        )
      })}
    </>
  )
}

/** Questions that belong to no tool card. */
function Free({ interruptIds }: { readonly interruptIds: readonly string[] | undefined }): ReactNode {
  return interruptIds?.map((id) => (
    <div key={id} className="agui-item" data-kind="machinery">
      <ApprovalCard interruptId={id} />
    </div>
  ))
}
