import type { Connection, SessionSnapshot } from '@agui-kit/core'
import { useSnapshot } from './useSnapshot.ts'

const selectConnection = (snapshot: SessionSnapshot): Connection => snapshot.connection

/** Where the session stands on the network. */
export function useConnection(): Connection {
  return useSnapshot('connection', selectConnection)
}
