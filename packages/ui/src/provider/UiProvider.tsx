import { type ReactNode, useMemo } from 'react'
import type { Locale } from '../messages/locale.ts'
import type { Messages } from '../messages/messages.ts'
import type { Localized, Presentation } from '../presentation/presentation.ts'
import { createUi, UiContext } from './ui-context.ts'
import { usePageLocale } from './usePageLocale.ts'

/** Props of `UiProvider`. Give functions and objects a stable identity: a new one renders everything anew. */
export interface UiProviderProps {
  readonly children?: ReactNode
  /** Default: the document's language, else the browser's. */
  readonly locale?: Locale
  /** Words in place of the kit's own. */
  readonly messages?: Partial<Messages>
  /** What the application knows about the agent's tools. */
  readonly presentation?: Presentation
  /** Words for the names of the agent's steps. */
  readonly stepNames?: Readonly<Record<string, Localized>>
  /** Where the agent is: long results are fetched whole from its origin only. Default: the page's origin. */
  readonly agentUrl?: string
  /** Further addresses that long results may be fetched from. They are the agent's word: be strict. */
  readonly allowResultUrl?: (url: URL) => boolean
}

/**
 * Language, words and presentation for the components below.
 *
 * @example
 * <UiProvider locale="zh-CN" presentation={presentation}>…</UiProvider>
 */
export function UiProvider({ children, ...options }: UiProviderProps): ReactNode {
  const pageLocale = usePageLocale()
  const { locale = pageLocale, messages, presentation, stepNames, agentUrl, allowResultUrl } = options
  const ui = useMemo(
    () => createUi({ locale, messages, presentation, stepNames, agentUrl, allowResultUrl }),
    [locale, messages, presentation, stepNames, agentUrl, allowResultUrl],
  )
  return <UiContext.Provider value={ui}>{children}</UiContext.Provider>
}
