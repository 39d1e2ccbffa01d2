import { useSyncExternalStore } from 'react'
import { type Locale, toLocale } from '../messages/locale.ts'

/**
 * The language of the document, else of the browser. English on a server and while hydrating, so that both
 * render the same; the page's own right after.
 */
export function usePageLocale(): Locale {
  return useSyncExternalStore(watchDocument, readLocale, () => 'en')
}

function readLocale(): Locale {
  const { lang } = document.documentElement
  return toLocale(lang === '' ? navigator.languages : [lang])
}

function watchDocument(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['lang'] })
  window.addEventListener('languagechange', listener)
  return () => {
    observer.disconnect()
    window.removeEventListener('languagechange', listener)
  }
}
