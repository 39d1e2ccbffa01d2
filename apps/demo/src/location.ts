import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

/** The page's query, rendered anew when it changes. */
export function useQuery(): URLSearchParams {
  return new URLSearchParams(useSyncExternalStore(subscribe, () => window.location.search))
}

/** Sets one parameter: as a place to come back to, or in place of the present one. */
export function setQuery(name: string, value: string, how: 'push' | 'replace'): void {
  const url = new URL(window.location.href)
  if (url.searchParams.get(name) === value) return
  url.searchParams.set(name, value)
  window.history[how === 'push' ? 'pushState' : 'replaceState'](null, '', url)
  for (const listener of listeners) listener()
}

/** The same page with one parameter set. */
export function hrefWith(name: string, value: string): string {
  const query = new URLSearchParams(window.location.search)
  query.set(name, value)
  return `?${query}`
}
