import { useInterrupts } from '@agui-kit/react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type Dock, DockContext } from '../approval/dock-context.ts'
import { isUndecided, useCancelOpen } from '../approval/useCancelOpen.ts'
import { Composer } from '../composer/Composer.tsx'
import { ConnectionBanner } from '../notices/ConnectionBanner.tsx'
import { useUi } from '../provider/useUi.ts'
import { MessageList } from '../thread/MessageList.tsx'
import { EmptyThread } from './EmptyThread.tsx'
import { useIsNarrow } from './useIsNarrow.ts'

export interface ChatProps {
  /** A heading above the thread. */
  readonly title?: ReactNode
  /** In place of the words on an empty thread. */
  readonly empty?: ReactNode
  /** Sentences offered on an empty thread. */
  readonly suggestions?: readonly string[]
}

/**
 * A whole conversation: thread, approvals, connection and composer. Fills its parent; needs an
 * `<AguiProvider>` above and the package's stylesheet.
 */
export function Chat({ title, empty, suggestions }: ChatProps): ReactNode {
  const { messages } = useUi()
  const root = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow(root)
  const next = useInterrupts().find(isUndecided)?.interrupt.id
  const count = useInterrupts().filter(isUndecided).length
  const cancelOpen = useCancelOpen()
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const isDocked = isNarrow && next !== undefined
  const dock = useMemo(
    (): Dock | undefined => (isDocked && element !== null ? { element, interruptId: next } : undefined),
    [isDocked, element, next],
  )
  return (
    <div ref={root} className="agui-chat" data-narrow={isNarrow || undefined}>
      <DockContext.Provider value={dock}>
        {title !== undefined && (
          <header className="agui-header">
            <h2 className="agui-title">{title}</h2>
          </header>
        )}
        <MessageList empty={empty ?? <EmptyThread {...(suggestions !== undefined && { suggestions })} />} />
        <div className="agui-foot">
          <div className="agui-column">
            <ConnectionBanner cut={false} />
            {isDocked ? (
              <div className="agui-dock">
                <div ref={setElement} />
                <button type="button" className="agui-link agui-dock-cancel" onClick={cancelOpen}>
                  {messages.cancelAndGoOn(count)}
                </button>
              </div>
            ) : (
              <Composer />
            )}
          </div>
        </div>
      </DockContext.Provider>
    </div>
  )
}
