import type { Session } from '@agui-kit/core'
import { type Context, createContext } from 'react'

/** The one context: the session of the components below. */
export const SessionContext: Context<Session | undefined> = createContext<Session | undefined>(undefined)
