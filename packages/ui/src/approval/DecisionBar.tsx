import type { OpenInterrupt } from '@agui-kit/core'
import { type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { Told } from '../parts/Told.tsx'
import type { ToldPart } from '../presentation/tool-words.ts'
import { useUi } from '../provider/useUi.ts'
import { DockContext } from './dock-context.ts'
import { TimeLeft } from './TimeLeft.tsx'
import { useCancelOpen } from './useCancelOpen.ts'

/** The time left and the buttons: at the card's foot, or docked where a thumb reaches. */
export function DecisionBar({
  open,
  sentence,
  lead = <TimeLeft open={open} />,
  note,
  isFinal = false,
  children,
}: {
  readonly open: OpenInterrupt
  /** Told again in the dock when several are open: the card may be out of sight. */
  readonly sentence: readonly ToldPart[]
  /** What stands before the buttons. */
  readonly lead?: ReactNode
  /** Why the decision cannot be given yet. */
  readonly note?: ReactNode
  /** The buttons themselves are the way past it. */
  readonly isFinal?: boolean
  /** The buttons, in reading order. */
  readonly children: ReactNode
}): ReactNode {
  const { messages } = useUi()
  const dock = useContext(DockContext)
  const cancelOpen = useCancelOpen()
  const { id } = open.interrupt
  if (dock === undefined) {
    return (
      <div className="agui-decision-bar">
        {lead}
        {note}
        {children}
      </div>
    )
  }
  if (dock.interruptId !== id) {
    return (
      <div className="agui-decision-bar">
        {lead}
        <button type="button" className="agui-link" onClick={() => dock.choose(id)}>
          {messages.decideThis}
        </button>
      </div>
    )
  }
  return createPortal(
    <>
      {dock.openCount > 1 && (
        <p className="agui-dock-sentence" dir="auto">
          <Told parts={sentence} />
        </p>
      )}
      <div className="agui-decision-bar" data-docked>
        {lead}
        {note}
        {children}
      </div>
      {!isFinal && (
        <button type="button" className="agui-link agui-dock-cancel" onClick={cancelOpen}>
          {messages.cancelAllAndGoOn(dock.openCount)}
        </button>
      )}
    </>,
    dock.element,
  )
}
