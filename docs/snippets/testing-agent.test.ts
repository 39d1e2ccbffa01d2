import { createHttpTransport, createSession } from '@agui-kit/core'
import { runStarted, tapeOfEvents } from '@agui-kit/testing'
import { startScriptedAgent } from '@agui-kit/testing/node'
import { expect, it } from 'vitest'

it('a connection that breaks is never taken for success', async () => {
  const agent = await startScriptedAgent([tapeOfEvents([runStarted()], { ended: 'error' })])
  const session = createSession({ threadId: 't', transport: createHttpTransport({ url: agent.url }) })
  expect(await session.send('hi')).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
  expect(agent.requests).toHaveLength(1)
  await session.close()
  await agent.close()
})
