import { textContent, textEnd, textMessage, textStart, toolStart } from '@agui-kit/testing'
import { describe, expect, it, vi } from 'vitest'
import { KitError } from '../../src/error.ts'
import { approval, createScene, finished, interrupted, play, started } from '../scene.ts'

describe('a run', () => {
  it('goes from idle over starting and running to finished, and its message is there as it streams', async () => {
    const { session, transport, thread, messages, clock } = createScene()
    expect(session.getSnapshot()).toMatchObject({ phase: 'new', thread: { run: { kind: 'idle' } } })
    const run = session.send('hi')
    const exchange = await transport.next()
    expect(thread().run).toMatchObject({ kind: 'starting', runId: exchange.input.runId })
    expect(exchange.input).toMatchObject({
      threadId: 't',
      protocolVersion: '1.0',
      messages: [{ role: 'user', content: 'hi' }],
      state: {},
    })
    await exchange.push(started(exchange), textStart('m'), textContent('m', 'Hel'))
    expect(thread().run.kind).toBe('running')
    expect(session.getSnapshot().connection.kind).toBe('live')
    await exchange.push(textContent('m', 'lo'))
    clock.frame()
    expect(messages().at(-1)).toEqual({ id: 'm', role: 'assistant', content: 'Hello' })
    expect([...thread().streaming]).toEqual(['m'])
    await exchange.push(textEnd('m'), finished(exchange))
    await exchange.end()
    expect(await run).toMatchObject({ kind: 'finished', outcome: { type: 'success' } })
    expect(thread().streaming.size).toBe(0)
    expect(session.getSnapshot().connection.kind).toBe('idle')
  })

  it('P-102 the next input holds the whole history in order, the state and a new run id', async () => {
    const { session, transport } = createScene()
    void session.send('one')
    await play(await transport.next(), [
      { type: 'ACTIVITY_SNAPSHOT', messageId: 'act', activityType: 'p', content: {} },
      ...textMessage('m', 'a'),
      { type: 'STATE_SNAPSHOT', snapshot: { n: 1 } },
    ])
    void session.send('two', { forwardedProps: { k: 1 }, context: [{ description: 'd', value: 'v' }] })
    const { input } = await transport.next()
    expect(input.messages.map((message) => message.content)).toEqual(['one', 'a', 'two'])
    expect(input).toMatchObject({
      state: { n: 1 },
      forwardedProps: { k: 1 },
      context: [{ description: 'd', value: 'v' }],
    })
    expect(input.runId).not.toBe(transport.inputs[0]?.runId)
  })

  it('P-31 is truncated, never a success, when the body ends without a terminal event', async () => {
    const { session, transport, messages } = createScene()
    const run = session.send('hi')
    const exchange = await transport.next()
    await exchange.push(started(exchange), textStart('m'), textContent('m', 'half'))
    await exchange.end()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
    expect(messages().at(-1)).toMatchObject({ content: 'half' })
  })

  it('P-31 fails when the stream holds no event at all', async () => {
    const { session, transport } = createScene()
    const run = session.send('hi')
    await (await transport.next()).end()
    expect(await run).toMatchObject({
      kind: 'failed',
      failure: { source: 'transport', code: 'transport-empty' },
    })
  })

  it('is truncated when the connection breaks in it, and finished when it breaks after its end', async () => {
    const { session, transport } = createScene()
    const first = session.send('hi')
    const cut = await transport.next()
    await cut.push(started(cut), ...textMessage('m', 'a'))
    await cut.break(new TypeError('reset'))
    expect(await first).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
    const second = session.send('again')
    const whole = await transport.next()
    await whole.push(started(whole), finished(whole))
    await whole.break(new TypeError('reset'))
    expect(await second).toMatchObject({ kind: 'finished' })
  })

  it('fails with the transport’s code when there is no answer, and can be tried again', async () => {
    const { session, transport } = createScene()
    transport.refuseNext(new KitError('transport-unreachable', 'offline'))
    expect(await session.send('hi')).toMatchObject({
      kind: 'failed',
      failure: { source: 'transport', code: 'transport-unreachable', message: 'offline' },
    })
    const again = session.retry()
    await play(await transport.next(), textMessage('m', 'a'))
    expect(await again).toMatchObject({ kind: 'finished' })
    // The message of the person is there once.
    expect(transport.inputs[1]?.messages).toEqual(transport.inputs[0]?.messages)
    expect(transport.inputs[1]?.runId).not.toBe(transport.inputs[0]?.runId)
  })

  it('keeps what a broken frame in the same read stands behind, and stops reading', async () => {
    const { session, transport, messages } = createScene()
    const run = session.send('hi')
    const exchange = await transport.next()
    await exchange.push(
      started(exchange),
      ...textMessage('m', 'a'),
      { type: 'TEXT_MESSAGE_START', messageId: 7 },
      ...textMessage('n', 'b'),
    )
    expect(await run).toMatchObject({
      kind: 'failed',
      failure: { source: 'protocol', code: 'field-malformed' },
    })
    expect(messages().at(-1)).toMatchObject({ id: 'm', content: 'a' })
    expect(exchange.signal.aborted).toBe(true)
  })

  it('P-35 a failed run says what the agent said', async () => {
    const { session, transport } = createScene()
    const run = session.send('hi')
    const exchange = await transport.next()
    await exchange.push(started(exchange), { type: 'RUN_ERROR', message: 'no credit', code: 'quota' })
    await exchange.end()
    expect(await run).toMatchObject({
      kind: 'failed',
      failure: { source: 'agent', code: 'quota', message: 'no credit' },
    })
  })

  it('P-32 is truncated, not cancelled, when the person stops it; a call whose arguments were cut has not run', async () => {
    const { session, transport, thread } = createScene()
    const run = session.send('hi')
    const exchange = await transport.next()
    await exchange.push(started(exchange), textStart('m'), textContent('m', 'a'), toolStart('c', 'f'))
    session.stop()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'stopped' })
    expect(exchange.signal.aborted).toBe(true)
    expect(thread().streaming.size).toBe(0)
    session.stop()
    expect(thread().run).toMatchObject({ kind: 'truncated', cause: 'stopped' })
  })

  it('can be stopped before its answer has come', async () => {
    const { session, transport } = createScene()
    const run = session.send('hi')
    const { signal } = await transport.next()
    session.stop()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'stopped' })
    expect(signal.aborted).toBe(true)
  })

  it('refuses a second one while it lasts, and a new one while interrupts are open', async () => {
    const scene = createScene()
    const { session, transport, messages } = scene
    const run = session.send('hi')
    const exchange = await transport.next()
    await expect(session.send('too soon')).rejects.toMatchObject({ code: 'run-active' })
    await expect(session.retry()).rejects.toMatchObject({ code: 'run-active' })
    await play(exchange)
    await run
    await expect(session.retry()).rejects.toMatchObject({ code: 'nothing-to-retry' })
    await interrupted(scene, approval('i'))
    await expect(session.send('never mind')).rejects.toMatchObject({
      code: 'interrupts-open',
      details: { interruptIds: ['i'] },
    })
    expect(messages().some((message) => message.content === 'never mind')).toBe(false)
  })

  it('lets the next one begin while the server still holds the body of a finished one open', async () => {
    const { session, transport } = createScene()
    void session.send('one')
    const first = await transport.next()
    await first.push(started(first), finished(first))
    const second = session.send('two')
    await play(await transport.next())
    expect(first.signal.aborted).toBe(true)
    expect(await second).toMatchObject({ kind: 'finished' })
  })

  it('P-6 does not leave when its input is malformed, and says so', async () => {
    const { session, transport } = createScene()
    const run = await session.send([{ type: 'text', text: 7 as unknown as string }])
    expect(run).toMatchObject({ kind: 'failed', failure: { source: 'client', code: 'option-invalid' } })
    expect(transport.inputs).toEqual([])
  })

  it('P-6 leaves without what AG-UI does not know, and tells', async () => {
    const { session, transport, codes } = createScene()
    void session.send([{ type: 'text', text: 'hi', mood: 'x' } as never])
    expect((await transport.next()).input.messages[0]?.content).toEqual([{ type: 'text', text: 'hi' }])
    expect(codes()).toEqual(['input-field-dropped'])
  })

  it('a change of the state goes out with the next one', async () => {
    const { session, transport } = createScene({ initialState: { n: 1 } })
    await session.start()
    session.setState((state) => ({ ...(state as object), m: 2 }))
    void session.send('hi')
    expect((await transport.next()).input.state).toEqual({ n: 1, m: 2 })
  })

  it('an observer that throws changes nothing and is told; those after it are called', async () => {
    const { session, transport, codes } = createScene()
    const after = vi.fn()
    session.observe(() => {
      throw new Error('mine')
    })
    const leave = session.observe(after)
    const run = session.send('hi')
    await play(await transport.next())
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(codes()).toContain('observer-threw')
    expect(after.mock.calls.map(([seen]) => seen.kind)).toEqual(
      expect.arrayContaining(['request', 'response', 'frames', 'run']),
    )
    leave()
    const count = after.mock.calls.length
    void session.send('again')
    await play(await transport.next())
    expect(after.mock.calls.length).toBe(count)
  })

  it('reset forgets the thread and what was saved of it', async () => {
    const { session, transport, messages, persistence } = createScene()
    void session.send('hi')
    await play(await transport.next(), textMessage('m', 'a'))
    await session.reset()
    expect(messages()).toEqual([])
    expect(await persistence.keys()).toEqual([])
  })
})
