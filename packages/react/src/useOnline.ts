import { useSyncExternalStore } from 'react'

/** Whether the browser believes it has a network; `true` on a server. A `true` promises nothing. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true)
}

const isOnline = (): boolean => navigator.onLine

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
