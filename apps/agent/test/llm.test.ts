import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../src/protocol/json.ts'
import {
  errorOf,
  executedRefunds,
  interruptsOf,
  newId,
  ofType,
  outcomeOf,
  resolved,
  run,
  says,
  send,
  startAgent,
  temporaryDir,
  textOf,
} from './harness.ts'
import { answers, call, type Script, startChatApi, text } from './mock-chat-api.ts'

async function start(...scripts: readonly Script[]) {
  const api = await startChatApi(scripts)
  const dataDir = await temporaryDir()
  const agent = await startAgent({ dataDir, model: api.model })
  return { ...api, dataDir, agent, url: agent.url }
}

const refundCall = (orderId: string, amount: number, index = 0) =>
  call(index, 'refund_order', `{"orderId":"${orderId}",`, `"amount":${amount},"rea`, 'son":"Broken"}')

describe('plans made by a chat model', () => {
  it('streams text as it comes', async () => {
    const { url, requests } = await start(answers(text('Hel', 'lo ', '世界')))
    const { events } = await run(url, { messages: [says('hi')] })
    expect(ofType(events, 'TEXT_MESSAGE_CONTENT').map((event) => event.delta)).toEqual(['Hel', 'lo ', '世界'])
    expect(outcomeOf(events)).toEqual({ type: 'success' })
    expect(requests[0]).toMatchObject({ model: 'test-model', stream: true })
  })

  it('offers the tools of the server, without their key, and those of the application', async () => {
    const { url, requests } = await start(answers(text('ok')))
    const tools = [{ name: 'get_local_time', description: 'The time' }]
    await run(url, { messages: [says('hi')], tools })
    const offered = requests[0]?.['tools'] as { function: { name: string; parameters: JsonObject } }[]
    expect(offered.map((tool) => tool.function.name)).toEqual([
      'get_order',
      'list_orders',
      'refund_order',
      'get_local_time',
    ])
    expect(JSON.stringify(offered)).not.toContain('idempotencyKey')
  })

  it('tells parallel calls apart that arrive interleaved, runs them and goes on', async () => {
    const [a, ...restOfA] = call(0, 'get_order', '{"orde', 'rId":"A1024"}')
    const [b, ...restOfB] = call(1, 'get_order', '{"orderId":', '"A1077"}')
    const interleaved = [a, b, restOfA[0], restOfB[0], restOfA[1], restOfB[1]].filter(
      (delta) => delta !== undefined,
    )
    const { url, requests } = await start(
      answers([...text('Let me see.'), ...interleaved], 'tool_calls'),
      answers(text('Both found.')),
    )
    const { events, messages } = await run(url, { messages: [says('A1024 and A1077?')] })
    expect(ofType(events, 'TOOL_CALL_ARGS')).toHaveLength(4)
    const results = ofType(events, 'TOOL_CALL_RESULT').map((event) => JSON.parse(event.content).orderId)
    expect(results).toEqual(['A1024', 'A1077'])
    expect(messages.map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'assistant',
    ])
    expect(messages[1]).toMatchObject({
      content: 'Let me see.',
      toolCalls: [
        { function: { arguments: '{"orderId":"A1024"}' }, metadata: { 'ag-ui:tool-execution': 'server' } },
        { function: { arguments: '{"orderId":"A1077"}' } },
      ],
    })
    const roles = ['system', 'user', 'assistant', 'tool', 'tool'].map((role) => ({ role }))
    expect(requests[1]?.['messages']).toMatchObject(roles)
  })

  it('puts a refund through the same approval and goes on after it', async () => {
    const { url, dataDir, requests } = await start(
      answers(refundCall('A1024', 128), 'tool_calls'),
      answers(text('Refunded it.')),
    )
    const asked = await run(url, { messages: [says('refund A1024')] })
    const [interrupt] = interruptsOf(asked.events)
    expect(interrupt).toMatchObject({ reason: 'tool_call', message: expect.stringContaining('¥128.00') })
    expect(await executedRefunds(dataDir)).toEqual([])
    const editedArgs = { orderId: 'A1024', amount: 50, reason: 'Broken' }
    const resume = [resolved(interrupt?.id ?? '', { approved: true, editedArgs })]
    const { events } = await run(url, { messages: asked.messages, resume })
    expect(ofType(events, 'TOOL_CALL_RESULT')[0]?.toolCallId).toBe(interrupt?.toolCallId)
    expect(textOf(events)).toBe('Refunded it.')
    expect(await executedRefunds(dataDir)).toMatchObject([{ amount: 50 }])
    expect(JSON.stringify(requests[1]?.['messages'])).toContain('R-1024-1')

    const again = await run(url, { messages: asked.messages, resume })
    expect(textOf(again.events)).toBe('Refunded it.')
    expect(requests).toHaveLength(2)
  })

  it.each([
    ['more than the order cost', refundCall('A1024', 500), 'Only 128.00'],
    ['an order that has not shipped', refundCall('A1101', 10), 'not shipped'],
    ['arguments that are no JSON', call(0, 'refund_order', '{"orderId":'), 'not a JSON object'],
    ['a tool that does not exist', call(0, 'drop_table', '{}'), 'no tool drop_table'],
  ])('tells the model, not the person, about %s', async (_name, deltas, why) => {
    const { url, dataDir } = await start(answers(deltas, 'tool_calls'), answers(text('Sorry.')))
    const { events } = await run(url, { messages: [says('refund')] })
    const [result] = ofType(events, 'TOOL_CALL_RESULT')
    expect(result?.content).toContain(why)
    expect(result?.metadata).toEqual({ 'agui-kit': { isError: true, code: 'tool-error' } })
    expect(outcomeOf(events)).toEqual({ type: 'success' })
    expect(await executedRefunds(dataDir)).toEqual([])
  })

  it('leaves calls of the application to the application', async () => {
    const { url } = await start(
      answers(call(0, 'get_local_time', '{}'), 'tool_calls'),
      answers(text('It is 9.')),
    )
    const tools = [{ name: 'get_local_time', description: 'The time' }]
    const first = await run(url, { messages: [says('time?')], tools })
    const [start_] = ofType(first.events, 'TOOL_CALL_START')
    expect(start_?.metadata).toBeUndefined()
    expect(outcomeOf(first.events)).toEqual({ type: 'success', pendingToolCallIds: [start_?.toolCallId] })
    const result = {
      id: 'res',
      role: 'tool' as const,
      toolCallId: start_?.toolCallId ?? '',
      content: '09:00',
    }
    const second = await run(url, { messages: [...first.messages, result], tools })
    expect(textOf(second.events)).toBe('It is 9.')
  })

  it('stops a model that never stops calling', async () => {
    const again = () => answers(call(0, 'list_orders', '{}'), 'tool_calls')
    const { url, requests } = await start(...Array.from({ length: 20 }, again))
    const { events } = await run(url, { messages: [says('loop')] })
    expect(requests.length).toBe(8)
    expect(outcomeOf(events)).toEqual({ type: 'success' })
    expect(textOf(events)).toContain('8 turns')
  })

  it.each<[string, Script, RegExp]>([
    ['a refused key', { kind: 'status', status: 401 }, /key/],
    ['too many requests', { kind: 'status', status: 429 }, /busy/],
    ['a fault over there', { kind: 'status', status: 500 }, /try again/],
    ['a broken connection', { kind: 'cut', deltas: text('Half an ans'), how: 'error' }, /try again/],
    [
      'an answer that just ends',
      { kind: 'cut', deltas: call(0, 'get_order', '{"or'), how: 'close' },
      /try again/,
    ],
  ])('says that the model is not to be had: %s', async (_name, script, words) => {
    const { url } = await start(script, answers(text('Back again.')))
    const question = says('hi')
    const { events, messages } = await run(url, { messages: [question] })
    const error = errorOf(events)
    expect(error.code).toBe('upstream-unavailable')
    expect(error.message).toMatch(words)
    expect(error.message).not.toContain('secret detail')
    const next = await run(url, { messages: [...messages, says('again?')] })
    expect(textOf(next.events)).toBe('Back again.')
  })

  it('hangs up on the model when its run is cancelled', async () => {
    const { url, isLeft } = await start({ kind: 'hang', deltas: text('Wait') })
    const runId = newId('r')
    const response = await send(url, { runId, messages: [says('hi')] })
    const seen = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let body = ''
    while (!body.includes('Wait')) body += (await seen?.read())?.value ?? ''
    await fetch(`${url}/threads/t/runs/${runId}/cancel`, { method: 'POST' })
    expect(await isLeft).toBe('left')
    while (!body.includes('RUN_FINISHED')) body += (await seen?.read())?.value ?? ''
    expect(body).toContain('"outcome":{"type":"cancelled"}')
  })
})
