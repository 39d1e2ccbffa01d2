import {
  type Context,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Announcer, createAnnouncer } from './create-announcer.ts'

const AnnouncerContext: Context<Announcer | undefined> = createContext<Announcer | undefined>(undefined)

/**
 * Says to assistive technology what has changed: finished messages and new states, never single tokens.
 * The log itself is silent.
 */
export function AnnouncerProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [announcer] = useState(createAnnouncer)
  return (
    <AnnouncerContext.Provider value={announcer}>
      {children}
      <LiveRegion announcer={announcer} />
    </AnnouncerContext.Provider>
  )
}

function LiveRegion({ announcer }: { readonly announcer: Announcer }): ReactNode {
  const lines = useSyncExternalStore(announcer.subscribe, announcer.lines, announcer.lines)
  return (
    <output className="agui-sr" aria-live="polite" aria-relevant="additions" aria-atomic="false">
      {lines.map(({ id, text }) => (
        <span key={id}>{text}</span>
      ))}
    </output>
  )
}

/** Announces `text` whenever it becomes another one; not what is there when the component appears. */
export function useAnnouncement(text: string | undefined): void {
  const announcer = useContext(AnnouncerContext)
  const last = useRef(text)
  useEffect(() => {
    if (last.current === text) return
    last.current = text
    if (text !== undefined && text !== '') announcer?.announce(text)
  }, [text, announcer])
}
