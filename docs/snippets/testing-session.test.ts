import { createSession, createTapeTransport, toMessages } from '@agui-kit/core'
import { runFinished, runStarted, tapeOfEvents, textMessage } from '@agui-kit/testing'
import { expect, it } from 'vitest'

it('shows what the agent says', async () => {
  const tape = tapeOfEvents([runStarted(), ...textMessage('m1', 'Hello'), runFinished()])
  const session = createSession({ threadId: 't', transport: createTapeTransport([tape]) })
  expect(await session.send('hi')).toMatchObject({ kind: 'finished', outcome: { type: 'success' } })
  expect(toMessages(session.getSnapshot().thread.messages).at(-1)).toMatchObject({ content: 'Hello' })
  await session.close()
})
