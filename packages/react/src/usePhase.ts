import type { SessionSnapshot } from '@agui-kit/core'
import { useSnapshot } from './useSnapshot.ts'

const selectPhase = (snapshot: SessionSnapshot): SessionSnapshot['phase'] => snapshot.phase

/** `new` and `loading` until what was saved has been read, then `ready`. */
export function usePhase(): SessionSnapshot['phase'] {
  return useSnapshot('phase', selectPhase)
}
