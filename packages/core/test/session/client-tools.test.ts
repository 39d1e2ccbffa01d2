import { textMessage, toolArgs, toolCall, toolEnd, toolResult, toolStart } from '@agui-kit/testing'
import { describe, expect, it, vi } from 'vitest'
import type { ClientTool } from '../../src/session/session-types.ts'
import { selectToolCall } from '../../src/thread/tool-call-view.ts'
import { approval, createScene, play } from '../scene.ts'

const tool = (name: string, execute: ClientTool['execute']): ClientTool => ({
  name,
  description: `${name}s`,
  parameters: { type: 'object' },
  execute,
})

describe('a tool of the application', () => {
  it('P-83 is offered, run when the run has ended with its call pending, and answered in the next input', async () => {
    const execute = vi.fn(() => ({ ok: true }))
    const { session, transport, messages } = createScene({ tools: [tool('paint', execute)] })
    const run = session.send('paint it')
    const first = await transport.next()
    expect(first.input.tools).toEqual([
      { name: 'paint', description: 'paints', parameters: { type: 'object' } },
    ])
    await play(first, toolCall('c', 'paint', { color: 'red' }))
    const second = await transport.next()
    expect(execute).toHaveBeenCalledExactlyOnceWith(
      { color: 'red' },
      { toolCallId: 'c', signal: expect.any(AbortSignal) },
    )
    expect(second.input.messages.slice(1)).toMatchObject([
      { id: 'c', role: 'assistant' },
      { role: 'tool', toolCallId: 'c', content: '{"ok":true}' },
    ])
    await play(second, textMessage('m', 'done'))
    expect(await run).toMatchObject({ kind: 'finished', outcome: { pendingToolCallIds: [] } })
    expect(messages().map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })

  it('P-46 is not run before the end of the run, nor on arguments that are no JSON', async () => {
    const execute = vi.fn()
    const { session, transport } = createScene({ tools: [tool('paint', execute)] })
    void session.send('x')
    const first = await transport.next()
    await play(first, [toolStart('c', 'paint'), toolArgs('c', '{"color": '), toolEnd('c')])
    const { input } = await transport.next()
    expect(execute).not.toHaveBeenCalled()
    expect(input.messages.at(-1)).toMatchObject({ role: 'tool', error: expect.stringContaining('JSON') })
  })

  it('that throws or rejects is answered with its error', async () => {
    const { session, transport } = createScene({
      tools: [
        tool('throw', () => {
          throw new Error('no paint')
        }),
        tool('reject', async () => Promise.reject('no brush')),
        tool('odd', () => undefined),
      ],
    })
    void session.send('x')
    await play(await transport.next(), [
      ...toolCall('c1', 'throw'),
      ...toolCall('c2', 'reject'),
      ...toolCall('c3', 'odd'),
    ])
    const { input } = await transport.next()
    expect(input.messages.filter((message) => message.role === 'tool')).toMatchObject([
      { toolCallId: 'c1', content: 'no paint', error: 'no paint' },
      { toolCallId: 'c2', content: 'no brush', error: 'no brush' },
      { toolCallId: 'c3', content: 'null' },
    ])
  })

  it('is not run for calls the server marks as its own, has answered, or that are not ours', async () => {
    const execute = vi.fn()
    const { session, transport } = createScene({ tools: [tool('paint', execute)] })
    const run = session.send('x')
    await play(await transport.next(), [
      toolStart('c1', 'paint', { metadata: { 'ag-ui:tool-execution': 'server' } }),
      toolEnd('c1'),
      ...toolCall('c2', 'paint'),
      toolResult('c2', 'R'),
      ...toolCall('c3', 'server_tool'),
    ])
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(execute).not.toHaveBeenCalled()
    expect(transport.inputs).toHaveLength(1)
  })

  it('P-105 beside an interrupt: its result waits for the answer and goes out with it', async () => {
    const execute = vi.fn(() => 'painted')
    const { session, transport, thread } = createScene({ tools: [tool('paint', execute)] })
    void session.send('x')
    await play(
      await transport.next(),
      [...toolCall('c1', 'paint'), ...toolCall('c2', 'paint'), ...toolCall('c3', 'refund')],
      { type: 'interrupt', interrupts: [approval('i', { toolCallId: 'c2' })] },
    )
    await expect.poll(() => thread().toolCalls.get('c1')?.phase).toBe('answered')
    // The call that is asked about is not run by us.
    expect(execute).toHaveBeenCalledTimes(1)
    expect(transport.inputs).toHaveLength(1)
    void session.answer('i', { status: 'resolved', payload: {} })
    const { input } = await transport.next()
    expect(input.resume).toHaveLength(1)
    expect(input.messages.some((message) => message.role === 'tool' && message.toolCallId === 'c1')).toBe(
      true,
    )
  })

  const slow = () => {
    const gate: { finish: (value: string) => void } = { finish: () => {} }
    const execute = (): Promise<string> =>
      new Promise((resolve) => {
        gate.finish = resolve
      })
    return { gate, tools: [tool('paint', execute)] }
  }
  const mixed = [...toolCall('c1', 'paint'), ...toolCall('c2', 'refund')]
  const asking = { type: 'interrupt', interrupts: [approval('i', { toolCallId: 'c2' })] }

  it('that still runs when the answer is given: one request carries both', async () => {
    const { gate, tools } = slow()
    const { session, transport, thread } = createScene({ tools })
    void session.send('x')
    await play(await transport.next(), mixed, asking)
    const run = session.answer('i', { status: 'resolved', payload: 1 })
    await expect.poll(() => thread().interrupts[0]?.decision?.delivery).toBe('queued')
    expect(transport.inputs).toHaveLength(1)
    gate.finish('painted')
    const exchange = await transport.next()
    expect(exchange.input.resume).toEqual([{ interruptId: 'i', status: 'resolved', payload: 1 }])
    expect(exchange.input.messages.at(-2)).toMatchObject({ role: 'tool', toolCallId: 'c1' })
    await play(exchange)
    expect(await run).toMatchObject({ kind: 'finished', outcome: { type: 'success' } })
  })

  it('that is stopped leaves the answer that waited for it to be given anew', async () => {
    const { tools } = slow()
    const { session, transport, thread } = createScene({ tools })
    void session.send('x')
    await play(await transport.next(), mixed, asking)
    const waiting = session.answer('i', { status: 'resolved', payload: 1 })
    await expect.poll(() => thread().interrupts[0]?.decision?.delivery).toBe('queued')
    session.stop()
    await waiting
    expect(thread().interrupts[0]?.decision?.delivery).toBe('failed')
    const run = session.answer('i', { status: 'resolved', payload: 2 })
    const exchange = await transport.next()
    expect(exchange.input.resume).toEqual([{ interruptId: 'i', status: 'resolved', payload: 2 }])
    await play(exchange)
    expect(await run).toMatchObject({ kind: 'finished' })
  })

  it('cannot keep an agent going for ever', async () => {
    const { session, transport } = createScene({ tools: [tool('paint', () => 'ok')], maxToolRuns: 2 })
    const run = session.send('x')
    await play(await transport.next(), toolCall('c1', 'paint'))
    await play(await transport.next(), toolCall('c2', 'paint'))
    await play(await transport.next(), toolCall('c3', 'paint'))
    expect(await run).toMatchObject({ kind: 'failed', failure: { source: 'client', code: 'tool-loop' } })
    expect(transport.inputs).toHaveLength(3)
  })

  it('P-83 is answered with an error when the person goes on without it', async () => {
    const scene = createScene()
    const first = scene.session.send('x')
    await play(await scene.transport.next(), toolCall('c', 'paint'))
    await first
    // The tool appears only now, as a component that is shown later does.
    scene.session.registerTool(tool('paint', () => 'late'))
    void scene.session.send('never mind')
    const { input } = await scene.transport.next()
    expect(input.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'user'])
    expect(input.messages[2]).toMatchObject({ toolCallId: 'c', error: expect.any(String) })
  })

  it('is told to stop when the run is stopped, and its late result is not taken', async () => {
    let signal: AbortSignal | undefined
    let finish: (value: string) => void = () => {}
    const { session, transport, thread, clock } = createScene({
      tools: [
        tool('paint', (_input, call) => {
          signal = call.signal
          return new Promise<string>((resolve) => {
            finish = resolve
          })
        }),
      ],
    })
    const run = session.send('x')
    await play(await transport.next(), toolCall('c', 'paint'))
    await expect.poll(() => clock.frame() && thread().toolCalls.get('c')?.executing).toBe(true)
    expect(selectToolCall(thread(), 'c', true)?.status).toBe('running')
    await expect(session.send('too soon')).rejects.toMatchObject({ code: 'run-active' })
    session.stop()
    expect(signal?.aborted).toBe(true)
    expect(await run).toMatchObject({ kind: 'finished' })
    finish('late')
    await expect.poll(() => clock.frame() && thread().toolCalls.get('c')?.executing).toBe(false)
    expect(thread().toolCalls.get('c')?.phase).toBe('called')
    expect(transport.inputs).toHaveLength(1)
  })

  it('of a name that is taken is refused, and can be withdrawn', async () => {
    const { session } = createScene({ tools: [tool('paint', () => 1)] })
    expect(() => session.registerTool(tool('paint', () => 2))).toThrow(
      expect.objectContaining({ code: 'tool-duplicate', details: { toolName: 'paint' } }),
    )
    const withdraw = session.registerTool(tool('draw', () => 2))
    expect(session.clientTools().map(({ name }) => name)).toEqual(['paint', 'draw'])
    const offered = session.clientTools()
    expect(session.clientTools()).toBe(offered)
    withdraw()
    withdraw()
    expect(session.clientTools().map(({ name }) => name)).toEqual(['paint'])
  })
})
