import { useInterrupts } from '@agui-kit/react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type Dock, DockContext } from '../approval/dock-context.ts'
import { isUndecided } from '../approval/useCancelOpen.ts'
import { Composer } from '../composer/Composer.tsx'
import { ConnectionBanner } from '../notices/ConnectionBanner.tsx'
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
  const root = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow(root)
  const undecided = useInterrupts().filter(isUndecided)
  const [chosen, setChosen] = useState<string>()
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const next = undecided.find(({ interrupt }) => interrupt.id === chosen) ?? undecided[0]
  const isDocked = isNarrow && next !== undefined
  const interruptId = next?.interrupt.id
  const openCount = undecided.length
  const dock = useMemo(
    (): Dock | undefined =>
      isDocked && element !== null && interruptId !== undefined
        ? { element, interruptId, openCount, choose: setChosen }
        : undefined,
    [isDocked, element, interruptId, openCount, setChosen],
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
            {isDocked ? <div ref={setElement} className="agui-dock" /> : <Composer />}
          </div>
        </div>
      </DockContext.Provider>
    </div>
  )
}
