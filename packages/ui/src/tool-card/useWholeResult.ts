import { useState } from 'react'
import { useUi } from '../provider/useUi.ts'

/** The whole of a result that came cut. */
export type WholeResult =
  | { readonly kind: 'untrusted' | 'absent' }
  | { readonly kind: 'available' | 'loading' | 'failed'; readonly load: () => void }
  | { readonly kind: 'loaded'; readonly text: string }

type Loading =
  | { readonly kind: 'available' | 'loading' | 'failed' }
  | { readonly kind: 'loaded'; readonly text: string }

/** Fetches a whole result on demand, and only from addresses that are trusted. */
export function useWholeResult(address: string | undefined): WholeResult {
  const { mayFetch } = useUi()
  const [state, setState] = useState<Loading>({ kind: 'available' })
  const url = toUrl(address)
  const href = url?.href
  const load = (): void => {
    if (href === undefined) return
    setState({ kind: 'loading' })
    void read(href).then(setState)
  }
  if (url === undefined) return { kind: 'absent' }
  if (!mayFetch(url)) return { kind: 'untrusted' }
  return state.kind === 'loaded' ? state : { ...state, load }
}

async function read(href: string): Promise<Loading> {
  try {
    // A redirect could leave the trusted origin.
    const response = await fetch(href, { redirect: 'error', referrerPolicy: 'no-referrer' })
    if (!response.ok) return { kind: 'failed' }
    return { kind: 'loaded', text: await response.text() }
  } catch {
    return { kind: 'failed' }
  }
}

function toUrl(address: string | undefined): URL | undefined {
  if (address === undefined) return undefined
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}
