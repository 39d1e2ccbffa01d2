import { type Context, createContext } from 'react'
import { createFormats, type Formats } from '../format/formats.ts'
import { CATALOGUE } from '../messages/catalogue.ts'
import type { Locale } from '../messages/locale.ts'
import type { Messages } from '../messages/messages.ts'
import type { Localized, Presentation } from '../presentation/presentation.ts'

/** What every component needs to speak to the reader. */
export interface Ui {
  readonly locale: Locale
  readonly messages: Messages
  readonly formats: Formats
  readonly presentation: Presentation
  /** Words for the names of the agent's steps. */
  readonly stepNames: Readonly<Record<string, Localized>>
  /** Whether a result may be fetched whole from this address. */
  readonly mayFetch: (url: URL) => boolean
}

/** Undefined outside a provider: then the page's language and no presentation. */
export const UiContext: Context<Ui | undefined> = createContext<Ui | undefined>(undefined)

/** What a provider may set. */
export interface UiOptions {
  readonly locale: Locale
  readonly messages?: Partial<Messages> | undefined
  readonly presentation?: Presentation | undefined
  readonly stepNames?: Readonly<Record<string, Localized>> | undefined
  readonly agentUrl?: string | undefined
  readonly allowResultUrl?: ((url: URL) => boolean) | undefined
}

export function createUi(options: UiOptions): Ui {
  const { locale, presentation = {}, stepNames = {}, agentUrl, allowResultUrl } = options
  const messages = { ...CATALOGUE[locale], ...options.messages }
  return {
    locale,
    messages,
    formats: createFormats(locale, messages),
    presentation,
    stepNames,
    mayFetch: (url) => isSameOrigin(url, agentUrl) || allowResultUrl?.(url) === true,
  }
}

/** Without an agent URL the agent is taken to live where the page does. */
function isSameOrigin(url: URL, agentUrl = ''): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false
  try {
    return new URL(agentUrl, document.baseURI).origin === url.origin
  } catch {
    return false
  }
}
