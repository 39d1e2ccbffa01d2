import { type Answer, isKitError, type OpenInterrupt, type Session } from '@agui-kit/core'

/** Asks about everything the thread waits for; the answers leave together, once the last one is given. */
export async function settle(
  session: Session,
  decide: (open: OpenInterrupt) => Promise<Answer>,
): Promise<void> {
  const { interrupts } = session.getSnapshot().thread
  await Promise.all(
    interrupts.map(async (open) => {
      const { id } = open.interrupt
      try {
        await session.answer(id, await decide(open))
      } catch (error) {
        // An expired question can only be cancelled.
        if (!isKitError(error, 'interrupt-expired')) throw error
        await session.answer(id, { status: 'cancelled' })
      }
    }),
  )
}
