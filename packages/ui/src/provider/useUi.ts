import { useContext, useMemo } from 'react'
import { createUi, type Ui, UiContext } from './ui-context.ts'
import { usePageLocale } from './usePageLocale.ts'

/** The reader's language, its words and formats, and the application's presentation. */
export function useUi(): Ui {
  const given = useContext(UiContext)
  const locale = usePageLocale()
  return useMemo(() => given ?? createUi({ locale }), [given, locale])
}
