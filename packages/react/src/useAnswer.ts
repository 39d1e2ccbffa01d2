import type { Session } from '@agui-kit/core'
import { useSession } from './useSession.ts'

/** `session.answer`: gives the answer to one open interrupt. Keeps its identity. */
export function useAnswer(): Session['answer'] {
  return useSession().answer
}
