import { useSession, useThread } from '@agui-kit/react'
import { ApprovalDialog, Chat, Icon } from '@agui-kit/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { Sidebar, type SidebarProps } from './Sidebar.tsx'
import { StatePanel } from './StatePanel.tsx'
import { selectTitle, useListThread } from './useListThread.ts'
import { useLocalTime } from './useLocalTime.ts'

const WIDE = '(min-width: 1200px)'

/** The page around one thread. */
export function Desk({
  usesDialog,
  ...sidebar
}: Omit<SidebarProps, 'threadId'> & { readonly usesDialog: boolean }): ReactNode {
  const { words, list, locale } = sidebar
  const { threadId } = useSession()
  const title = useThread(selectTitle, 'messages') ?? words.untitled
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isStateOpen, setStateOpen] = useState(() => window.matchMedia(WIDE).matches)
  useListThread(list)
  useLocalTime(locale)
  useEffect(() => {
    document.title = `${title} · ${words.product}`
  }, [title, words])
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setMenuOpen(false)
    }
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [])
  const closing =
    <A extends readonly unknown[]>(act: (...args: A) => void) =>
    (...args: A): void => {
      setMenuOpen(false)
      act(...args)
    }
  return (
    <div className="desk" data-menu={isMenuOpen || undefined} data-state-panel={isStateOpen || undefined}>
      <aside className="desk-sidebar" id="desk-menu">
        <Sidebar
          {...sidebar}
          threadId={threadId}
          onOpen={closing(sidebar.onOpen)}
          onNew={closing(sidebar.onNew)}
        />
      </aside>
      {isMenuOpen && (
        <button
          type="button"
          className="desk-scrim"
          aria-label={words.closeMenu}
          onClick={() => setMenuOpen(false)}
        />
      )}
      <main className="desk-main">
        <header className="desk-header">
          <button
            type="button"
            className="desk-icon-button desk-menu-button"
            aria-label={words.openMenu}
            aria-expanded={isMenuOpen}
            aria-controls="desk-menu"
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            <Icon name="menu" />
          </button>
          <h1 className="desk-title">
            <bdi>{title}</bdi>
          </h1>
          <button
            type="button"
            className="desk-icon-button"
            aria-label={isStateOpen ? words.hideState : words.showState}
            title={isStateOpen ? words.hideState : words.showState}
            aria-expanded={isStateOpen}
            onClick={() => setStateOpen(!isStateOpen)}
          >
            <Icon name="panel" />
          </button>
        </header>
        <div className="desk-body">
          <Chat suggestions={words.suggestions} />
          {isStateOpen && (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            <section className="desk-panel" aria-label={words.sharedState} tabIndex={0}>
              <button
                type="button"
                className="desk-icon-button desk-panel-close"
                aria-label={words.closeMenu}
                onClick={() => setStateOpen(false)}
              >
                <Icon name="close" />
              </button>
              <StatePanel words={words} />
            </section>
          )}
        </div>
      </main>
      {usesDialog && <ApprovalDialog />}
    </div>
  )
}
