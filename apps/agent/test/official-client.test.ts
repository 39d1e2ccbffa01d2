import { HttpAgent } from '@ag-ui/client'
import { expect, it } from 'vitest'
import { executedRefunds, startAgent, temporaryDir } from './harness.ts'

it('takes the official client from a question over an edited approval to the next question', async () => {
  const dataDir = await temporaryDir()
  const { url } = await startAgent({ dataDir, paceMs: 1 })
  const client = new HttpAgent({ url, threadId: 'official' })

  client.addMessage({ id: 'u1', role: 'user', content: '帮我查一下订单 A1024，如果已发货就申请退款' })
  await client.runAgent()
  const [interrupt] = client.pendingInterrupts
  expect(interrupt).toMatchObject({ reason: 'tool_call' })
  const proposed = structuredClone(client.messages)
  expect(client.state).toMatchObject({ step: 'await_approval' })

  const editedArgs = { orderId: 'A1024', amount: 100, reason: '只退一部分' }
  await client.runAgent({
    resume: [
      { interruptId: interrupt?.id ?? '', status: 'resolved', payload: { approved: true, editedArgs } },
    ],
  })
  expect(client.pendingInterrupts).toEqual([])
  expect(client.messages).toHaveLength(proposed.length + 2)
  expect(
    client.messages.find((m) => m.role === 'tool' && m.toolCallId === interrupt?.toolCallId),
  ).toBeDefined()
  expect(client.messages.at(-1)?.content).toContain('退款 ¥100.00')
  expect(client.state).toMatchObject({ step: 'refunded', order: { refunded: 100 } })
  expect(await executedRefunds(dataDir)).toMatchObject([{ amount: 100, reason: '只退一部分' }])

  client.addMessage({ id: 'u2', role: 'user', content: '再查一下 A1024' })
  await client.runAgent()
  expect(client.messages.at(-1)?.content).toContain('已退款 ¥100.00')
})
