import { type Context, createContext } from 'react'

/** Where a phone keeps the buttons of one approval. */
export interface Dock {
  readonly element: HTMLElement
  /** Whose buttons are there. */
  readonly interruptId: string
  readonly openCount: number
  readonly choose: (interruptId: string) => void
}

/** Undefined where buttons stay in their cards. */
export const DockContext: Context<Dock | undefined> = createContext<Dock | undefined>(undefined)
