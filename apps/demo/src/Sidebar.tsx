import { Icon, LOCALES, type Locale } from '@agui-kit/ui'
import { type MouseEvent, type ReactNode, useState, useSyncExternalStore } from 'react'
import { hrefWith } from './location.ts'
import { THEMES, type Theme } from './settings.ts'
import type { ThreadList } from './thread-list.ts'
import type { Words } from './words.ts'

const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', 'zh-CN': '简体中文' }

export interface SidebarProps {
  readonly words: Words
  readonly list: ThreadList
  readonly threadId: string
  readonly onOpen: (threadId: string) => void
  readonly onNew: () => void
  readonly locale: Locale
  readonly onLocale: (locale: Locale) => void
  readonly theme: Theme
  readonly onTheme: (theme: Theme) => void
}

/** New thread, the threads this browser knows, and the two settings. */
export function Sidebar(props: SidebarProps): ReactNode {
  const { words, list, threadId, onOpen, onNew } = props
  const threads = useSyncExternalStore(list.subscribe, list.get)
  return (
    <>
      <p className="desk-product">{words.product}</p>
      <button type="button" className="desk-new" onClick={onNew}>
        <Icon name="plus" />
        {words.newThread}
      </button>
      <nav className="desk-threads" aria-label={words.threads}>
        {threads.length === 0 && <p className="desk-hint">{words.noThreads}</p>}
        <ul>
          {threads.map(({ id, title, openCount, updatedAtMs }) => (
            <li key={id}>
              <a
                href={hrefWith('thread', id)}
                aria-current={id === threadId ? 'page' : undefined}
                onClick={(event) => openHere(event, () => onOpen(id))}
              >
                <bdi className="desk-thread-title">{title}</bdi>
                {openCount > 0 ? (
                  <span className="desk-badge">
                    <Icon name="approval-person" size="tight" />
                    {words.needsApproval(openCount)}
                  </span>
                ) : (
                  <ThreadTime atMs={updatedAtMs} locale={props.locale} />
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Settings {...props} />
    </>
  )
}

/** A click with a modifier is the browser's: another tab, another window. */
function openHere(event: MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  open()
}

function ThreadTime({ atMs, locale }: { readonly atMs: number; readonly locale: Locale }): ReactNode {
  const at = new Date(atMs)
  const [today] = useState(() => new Date().toDateString())
  const isToday = at.toDateString() === today
  const text = new Intl.DateTimeFormat(
    locale,
    isToday ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { month: 'short', day: 'numeric' },
  ).format(at)
  return (
    <time className="desk-thread-time" dateTime={at.toISOString()}>
      {text}
    </time>
  )
}

function Settings({ words, locale, onLocale, theme, onTheme }: SidebarProps): ReactNode {
  return (
    <div className="desk-settings">
      <label>
        <span>{words.language}</span>
        <select value={locale} onChange={(event) => onLocale(event.currentTarget.value as Locale)}>
          {LOCALES.map((option) => (
            <option key={option} value={option} lang={option}>
              {LANGUAGE_NAMES[option]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{words.theme}</span>
        <select value={theme} onChange={(event) => onTheme(event.currentTarget.value as Theme)}>
          {THEMES.map((option) => (
            <option key={option} value={option}>
              {words.themes[option]}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
