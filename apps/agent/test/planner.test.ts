import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../src/protocol/json.ts'
import { interruptsOf, ofType, outcomeOf, run, says, startAgent, textOf } from './harness.ts'

const kit = (metadata: JsonObject | undefined) => metadata?.['agui-kit']

describe('what the built-in planner understands, in both languages', () => {
  it.each([
    ['查一下订单 A1024', '玻璃储物罐', '已送达'],
    ['Look up order A1024', 'Glass storage jar', 'delivered'],
  ])('looks an order up: %s', async (prompt, item, status) => {
    const { url } = await startAgent()
    const { events, messages } = await run(url, { messages: [says(prompt)] })
    expect(outcomeOf(events)).toEqual({ type: 'success' })
    expect(ofType(events, 'TOOL_CALL_START')).toMatchObject([
      { toolCallName: 'get_order', metadata: { 'ag-ui:tool-execution': 'server' } },
    ])
    expect(ofType(events, 'TOOL_CALL_ARGS').length).toBeGreaterThan(1)
    expect(JSON.parse(ofType(events, 'TOOL_CALL_RESULT')[0]?.content ?? '')).toMatchObject({
      orderId: 'A1024',
      total: 128,
    })
    expect(textOf(events)).toContain(item)
    expect(textOf(events)).toContain(status)
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })

  it.each([
    ['列出所有订单', '共有 12 个订单'],
    ['List my orders', 'There are 12 orders'],
  ])('lists orders: %s', async (prompt, words) => {
    const { url } = await startAgent()
    const { events } = await run(url, { messages: [says(prompt)] })
    expect(ofType(events, 'TOOL_CALL_START')[0]?.toolCallName).toBe('list_orders')
    expect(textOf(events)).toContain(words)
    expect(textOf(events)).toContain('A1090')
  })

  it.each([
    ['帮我查一下订单 A1024，如果已发货就申请退款', '为订单 A1024 退款 ¥128.00'],
    ['Look up order A1024 and refund it if it has shipped', 'Refund ¥128.00 for order A1024'],
  ])('refunds a shipped order after an approval: %s', async (prompt, question) => {
    const { url } = await startAgent({ now: () => Date.parse('2026-12-01T00:00:00Z') })
    const { events } = await run(url, { messages: [says(prompt)] })

    const story = events.map((event) => event.type).filter((type, index, all) => type !== all[index - 1])
    expect(story).toEqual([
      'RUN_STARTED',
      'STEP_STARTED',
      'STEP_FINISHED',
      'STATE_SNAPSHOT',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'TOOL_CALL_RESULT',
      'STATE_DELTA',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'STATE_DELTA',
      'STATE_SNAPSHOT',
      'MESSAGES_SNAPSHOT',
      'RUN_FINISHED',
    ])
    expect(events[0]).toMatchObject({ threadId: 't', protocolVersion: '1.0' })
    expect(ofType(events, 'STEP_STARTED')[0]?.stepName).toBe('plan')
    const [, call] = ofType(events, 'TOOL_CALL_START')
    const [interrupt] = interruptsOf(events)
    expect(interrupt).toMatchObject({
      reason: 'tool_call',
      toolCallId: call?.toolCallId,
      expiresAt: '2026-12-01T00:10:00.000Z',
      responseSchema: {
        properties: {
          approved: { type: 'boolean' },
          editedArgs: {
            properties: {
              orderId: { const: 'A1024' },
              amount: { exclusiveMinimum: 0, maximum: 128 },
              reason: { maxLength: 200 },
            },
            required: ['orderId', 'amount', 'reason'],
            additionalProperties: false,
          },
        },
        required: ['approved'],
      },
      metadata: { 'agui-kit': { risk: 'low', argsSha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    })
    expect(interrupt?.message).toContain(question)
    expect(ofType(events, 'STATE_SNAPSHOT').at(-1)?.snapshot).toMatchObject({
      step: 'await_approval',
      order: { orderId: 'A1024' },
    })
  })

  it.each([
    ['退款 A1090', 'high'],
    ['refund A1024', 'low'],
  ])('says how much is at stake: %s', async (prompt, risk) => {
    const { url } = await startAgent()
    const { events } = await run(url, { messages: [says(prompt)] })
    expect(interruptsOf(events)[0]?.metadata).toMatchObject({ 'agui-kit': { risk } })
  })

  it.each([
    ['把 A1101 退款', '还没有发货'],
    ['refund A1101', 'has not shipped yet'],
    ['查一下 B0000 并退款', '没有找到订单 B0000'],
    ['给 A1003 退款', '已经全额退款'],
    ['refund A1003', 'already refunded in full'],
  ])('asks for nothing where nothing can be refunded: %s', async (prompt, words) => {
    const { url } = await startAgent()
    const { events } = await run(url, { messages: [says(prompt)] })
    expect(outcomeOf(events)).toEqual({ type: 'success' })
    expect(textOf(events)).toContain(words)
    expect(ofType(events, 'TOOL_CALL_START').map((event) => event.toolCallName)).toEqual(['get_order'])
  })

  it.each([['把 A1024、A1077 和 A1101 都退款'], ['refund A1024, A1077 and A1101']])(
    'refunds several at once, one question each in one outcome: %s',
    async (prompt) => {
      const { url } = await startAgent()
      const { events } = await run(url, { messages: [says(prompt)] })
      const names = ofType(events, 'TOOL_CALL_START').map((event) => event.toolCallName)
      expect(names).toEqual(['get_order', 'get_order', 'get_order', 'refund_order', 'refund_order'])
      const calls = ofType(events, 'TOOL_CALL_START').slice(3)
      expect(interruptsOf(events).map((interrupt) => interrupt.toolCallId)).toEqual(
        calls.map((call) => call.toolCallId),
      )
      expect(textOf(events)).toContain('A1101')
    },
  )

  it.each([['我要退款'], ['I want a refund']])('asks which order is meant: %s', async (prompt) => {
    const { url } = await startAgent()
    const { events } = await run(url, { messages: [says(prompt)] })
    const [interrupt] = interruptsOf(events)
    expect(interrupt?.reason).toBe('input_required')
    expect(interrupt?.responseSchema).toMatchObject({
      properties: { orderId: { type: 'string', enum: expect.arrayContaining(['A1024']) } },
      required: ['orderId'],
    })
    const ids = JSON.stringify(interrupt?.responseSchema)
    expect(ids).not.toContain('A1101')
    expect(ids).not.toContain('A1003')
  })

  it.each([
    ['让它失败', '没有改动任何东西'],
    ['make it fail', 'Nothing was changed'],
  ])('survives a failing tool and says so: %s', async (prompt, words) => {
    const { url } = await startAgent()
    const { events } = await run(url, { messages: [says(prompt)] })
    expect(outcomeOf(events)).toEqual({ type: 'success' })
    const [result] = ofType(events, 'TOOL_CALL_RESULT')
    expect(kit(result?.metadata)).toEqual({ isError: true, code: 'tool-error' })
    expect(JSON.parse(result?.content ?? '')).toMatchObject({ isError: true, code: 'tool-error' })
    expect(textOf(events)).toContain(words)
  })

  it.each([
    ['试试超时', '超时'],
    ['try a timeout', 'timed out'],
  ])('survives a silent tool: %s', async (prompt, words) => {
    const { url } = await startAgent({ mcpTimeoutMs: 150 })
    const { events } = await run(url, { messages: [says(prompt)] })
    expect(outcomeOf(events)).toEqual({ type: 'success' })
    expect(kit(ofType(events, 'TOOL_CALL_RESULT')[0]?.metadata)).toEqual({
      isError: true,
      code: 'tool-timeout',
    })
    expect(textOf(events)).toContain(words)
  })

  it.each([
    ['崩溃一下', '可以重试'],
    ['crash please', 'try again'],
  ])('fails the run when told to: %s', async (prompt, words) => {
    const { url } = await startAgent()
    const { events } = await run(url, { messages: [says(prompt)] })
    expect(events.at(-1)).toMatchObject({
      type: 'RUN_ERROR',
      code: 'internal',
      message: expect.stringContaining(words),
    })
  })

  it.each([['写一篇长文'], ['give me a long answer']])('talks at length: %s', async (prompt) => {
    const { url } = await startAgent()
    const { events } = await run(url, { messages: [says(prompt)] })
    expect(ofType(events, 'TEXT_MESSAGE_CONTENT').length).toBeGreaterThan(300)
  })

  it.each([['想一想'], ['think about it']])('shows its reasoning: %s', async (prompt) => {
    const { url } = await startAgent()
    const { events, messages } = await run(url, { messages: [says(prompt)] })
    for (const type of ['REASONING_START', 'REASONING_MESSAGE_START', 'REASONING_END'] as const) {
      expect(ofType(events, type)).toHaveLength(1)
    }
    expect(messages.map((message) => message.role)).toEqual(['user', 'reasoning', 'assistant'])
  })

  it.each([['看看进度'], ['show progress']])(
    'changes state and an activity step by step: %s',
    async (prompt) => {
      const { url } = await startAgent()
      const { events, messages, state } = await run(url, {
        messages: [says(prompt)],
        state: { theme: 'dark' },
      })
      expect(ofType(events, 'ACTIVITY_DELTA')).toHaveLength(8)
      expect(state).toEqual({ theme: 'dark', progress: { done: 4, total: 4 }, step: 'done' })
      const activity = messages.find((message) => message.role === 'activity')
      expect(activity?.content).toMatchObject({ steps: [{ status: 'done' }, {}, {}, { status: 'done' }] })
    },
  )

  it.each([['导出订单'], ['export the orders']])(
    'cuts a long result and serves it whole: %s',
    async (prompt) => {
      const { url } = await startAgent()
      const { events } = await run(url, { messages: [says(prompt)], threadId: 'a/ b' })
      const [result] = ofType(events, 'TOOL_CALL_RESULT')
      const note = kit(result?.metadata) as { truncated: boolean; totalChars: number; fullResultUrl: string }
      expect(note.truncated).toBe(true)
      expect(result?.content).toContain(`of ${note.totalChars} characters`)
      const whole = await fetch(note.fullResultUrl)
      expect(whole.headers.get('content-type')).toContain('application/json')
      const text = await whole.text()
      expect(text).toHaveLength(note.totalChars)
      expect(JSON.parse(text).orders).toHaveLength(12)
      expect((await fetch(`${note.fullResultUrl}x`)).status).toBe(404)
    },
  )

  it.each([
    ['现在几点了？', '现在是 14:05。'],
    ['What time is it?', 'It is 14:05.'],
  ])('asks a tool of the application: %s', async (prompt, answer) => {
    const { url } = await startAgent()
    const tools = [{ name: 'get_local_time', description: 'The local time', parameters: { type: 'object' } }]
    const first = await run(url, { messages: [says(prompt)], tools })
    const [call] = ofType(first.events, 'TOOL_CALL_START')
    expect(call?.metadata).toBeUndefined()
    expect(ofType(first.events, 'TOOL_CALL_RESULT')).toEqual([])
    expect(outcomeOf(first.events)).toEqual({ type: 'success', pendingToolCallIds: [call?.toolCallId] })

    const result = {
      id: 'tool-1',
      role: 'tool' as const,
      toolCallId: call?.toolCallId ?? '',
      content: '{"time":"14:05"}',
    }
    const second = await run(url, { messages: [...first.messages, result], tools })
    expect(textOf(second.events)).toBe(answer)
  })

  it('says that a page without the tool cannot tell the time', async () => {
    const { url } = await startAgent()
    expect(textOf((await run(url, { messages: [says('几点了')] })).events)).toContain('get_local_time')
  })

  it.each([
    ['你好', '我可以查询订单'],
    ['hello', 'I can look up an order'],
  ])('otherwise tells what it can do: %s', async (prompt, words) => {
    const { url } = await startAgent()
    expect(textOf((await run(url, { messages: [says(prompt)] })).events)).toContain(words)
  })
})
