import { type Locale, toLocale, usePageLocale } from '@agui-kit/ui'
import { useEffect, useState } from 'react'
import { setQuery, useQuery } from './location.ts'

export type Theme = 'system' | 'light' | 'dark'
export const THEMES: readonly Theme[] = ['system', 'light', 'dark']

const THEME_KEY = 'agui-kit-demo:theme'
const LOCALE_KEY = 'agui-kit-demo:locale'

function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** The language: the link's, else the one chosen before, else the browser's. */
export function useLocale(): readonly [Locale, (locale: Locale) => void] {
  const query = useQuery()
  const pageLocale = usePageLocale()
  const [first] = useState(() => readKept(LOCALE_KEY) ?? navigator.languages[0] ?? pageLocale)
  const locale = toLocale([query.get('lang') ?? query.get('locale') ?? first])
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  return [
    locale,
    (next) => {
      keep(LOCALE_KEY, next)
      setQuery('lang', next, 'replace')
    },
  ]
}

/** Light, dark, or what the system says. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const query = useQuery()
  const [theme, setTheme] = useState(() => toTheme(query.get('theme') ?? readKept(THEME_KEY)))
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['aguiTheme']
    else document.documentElement.dataset['aguiTheme'] = theme
  }, [theme])
  return [
    theme,
    (next) => {
      keep(THEME_KEY, next)
      setTheme(next)
    },
  ]
}

function toTheme(text: string | null): Theme {
  return THEMES.find((theme) => theme === text) ?? 'system'
}
