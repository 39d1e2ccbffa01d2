import type { Session } from '@agui-kit/core'
import { useSession } from './useSession.ts'

/** `session.setState`: changes the shared state here; it goes out with the next run. Keeps its identity. */
export function useSetAgentState(): Session['setState'] {
  return useSession().setState
}
