import { createIndexedDbPersistence, createSession, type Session, type Transport } from '@agui-kit/core'

export async function openThread(transport: Transport, userId: string, threadId: string): Promise<Session> {
  const session = createSession({
    transport,
    threadId,
    persistence: createIndexedDbPersistence(),
    // One prefix per user: whoever signs in next must not see the thread.
    persistencePrefix: `${userId}/thread:`,
  })
  await session.start()
  return session
}
