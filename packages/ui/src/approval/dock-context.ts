import { type Context, createContext, useContext } from 'react'

/** Where a phone keeps the buttons of the approval that is next. */
export interface Dock {
  readonly element: HTMLElement
  readonly interruptId: string
}

export const DockContext: Context<Dock | undefined> = createContext<Dock | undefined>(undefined)

/** The dock, if this interrupt is the one that may use it. */
export function useDock(interruptId: string): HTMLElement | undefined {
  const dock = useContext(DockContext)
  return dock?.interruptId === interruptId ? dock.element : undefined
}
