import {
  reasoningContent,
  reasoningMessageEnd,
  reasoningMessageStart,
  runError,
  stepFinished,
  stepStarted,
  subagentFinished,
  subagentStarted,
  textContent,
  textEnd,
  textStart,
  toolArgs,
  toolCall,
  toolEnd,
  toolStart,
} from '@agui-kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../../src/protocol/message.ts'
import type { ThreadSnapshot } from '../../src/transport/transport.ts'
import { approval, finished, interrupted, play, type SceneOptions, started } from '../scene.ts'
import {
  createRecoverScene,
  cut,
  passWait,
  type RecoverScene,
  refusal,
  reloadRecover,
  until,
} from './recover-scene.ts'

const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
beforeAll(() => void process.on('unhandledRejection', note))
afterAll(() => void process.off('unhandledRejection', note))

const hi: Message = { id: 'id1', role: 'user', content: 'hi' }
const yes = { status: 'resolved', payload: { approved: true } } as const
const no = { status: 'resolved', payload: { approved: false } } as const
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A run that brought these and then broke. */
async function broken(events: readonly object[] = [], options: SceneOptions = {}) {
  const scene = createRecoverScene(options)
  const run = scene.session.send('hi')
  const exchange = await scene.transport.next()
  await exchange.pushNumbered(
    ...[started(exchange), ...events].map((event, index) => [index, event] as const),
  )
  await exchange.break(cut())
  return { scene, run, exchange, runId: exchange.input.runId, server: scene.server }
}

type Active = NonNullable<ThreadSnapshot['activeRun']>

describe.each([404, 410])('a run whose events are gone (HTTP %i)', (status) => {
  it('goes on from the snapshot, at once, with the tail after its cut', async () => {
    const { scene, run, exchange, runId, server } = await broken([textStart('m'), textContent('m', 'ab')])
    server.reattachNext(refusal(status))
    server.snapshotNext({
      messages: [hi, { id: 'm', role: 'assistant', content: 'abcdef' }],
      state: { n: 1 },
      activeRun: { runId, lastEventId: 'r:7', open: [textStart('m')] },
    })
    await passWait(scene)
    const tail = await server.tail()
    await tail.pushNumbered([7, textContent('m', 'f')], [8, textContent('m', 'gh')])
    expect(scene.thread().streaming.has('m')).toBe(true)
    await tail.pushNumbered([9, textEnd('m')], [10, finished(exchange)])
    await tail.end()
    expect(await run).toMatchObject({ kind: 'finished', runId })
    expect(scene.messages()).toMatchObject([{ content: 'hi' }, { content: 'abcdefgh' }])
    expect(scene.thread().state).toEqual({ n: 1 })
    expect(server.asked).toEqual([
      { what: 'reattach', runId, after: 'r:2' },
      { what: 'snapshot' },
      { what: 'reattach', runId, after: 'r:7' },
    ])
    expect(scene.codes()).toEqual(['frame-duplicate'])
  })
})

it('a run that ended or moved on between snapshot and tail is told by the next snapshot', async () => {
  const { scene, run, runId, server } = await broken()
  server.reattachNext(refusal(410), refusal(410), refusal(410), 'over', 'over')
  const activeRun: Active = { runId, lastEventId: 'r:7', open: [] }
  server.snapshotNext({ activeRun }, { activeRun }, { messages: [hi], lastRun: { runId } })
  for (let attempt = 1; attempt <= 3; attempt++) await passWait(scene, attempt)
  expect(await run).toMatchObject({ kind: 'finished', outcome: { type: 'success' } })
})

it('a snapshot whose run is always over when it is asked for ends with the attempts', async () => {
  const { scene, run, runId, server } = await broken([textStart('m'), textContent('m', 'ab')], {
    retry: { maxAttempts: 2 },
  })
  server.reattachNext('over', 'over', 'over', 'over')
  const activeRun: Active = { runId, lastEventId: 'r:7', open: [] }
  server.snapshotNext({ activeRun }, { activeRun })
  for (let attempt = 1; attempt <= 2; attempt++) await passWait(scene, attempt)
  expect(await run).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
  expect(scene.messages().at(-1)).toMatchObject({ content: 'ab' })
})

it('a thread the server does not know stays as it is, cut', async () => {
  const { scene, run, server } = await broken([textStart('m'), textContent('m', 'ab')])
  server.reattachNext(refusal(404))
  server.snapshotNext(undefined)
  await passWait(scene)
  expect(await run).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
  expect(scene.messages()).toMatchObject([{ content: 'hi' }, { content: 'ab' }])
})

it('a snapshot that knows of no run at all leaves a cut one, and the thread free', async () => {
  const { scene, run, server } = await broken()
  server.reattachNext('over')
  server.snapshotNext({ messages: [hi] })
  await passWait(scene)
  expect(await run).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
  const next = scene.session.send('again')
  await play(await scene.transport.next())
  expect(await next).toMatchObject({ kind: 'finished' })
})

describe('a run that is over', () => {
  const done: Message = { id: 'm', role: 'assistant', content: 'abcd' }

  it.each([
    ['success', {}, { kind: 'finished', outcome: { type: 'success', pendingToolCallIds: [] } }],
    ['success', { outcome: { type: 'success' } }, { kind: 'finished', outcome: { type: 'success' } }],
    ['cancelled', { outcome: { type: 'cancelled' } }, { kind: 'finished', outcome: { type: 'cancelled' } }],
    [
      'error',
      { error: { code: 'upstream-unavailable', message: 'The model is down.' } },
      {
        kind: 'failed',
        failure: { source: 'agent', code: 'upstream-unavailable', message: 'The model is down.' },
      },
    ],
  ] as const)('ends as the snapshot says: %s', async (_what, outcome, expected) => {
    const { scene, run, runId, server } = await broken([textStart('m'), textContent('m', 'ab')])
    server.reattachNext('over')
    server.snapshotNext({ messages: [hi, done], lastRun: { runId, ...outcome } })
    await passWait(scene)
    expect(await run).toMatchObject({ runId, ...expected })
    expect(scene.messages().at(-1)).toMatchObject({ content: 'abcd' })
    expect(scene.thread().streaming.size).toBe(0)
    expect(scene.session.getSnapshot().connection).toEqual({ kind: 'idle' })
    expect(server.asked).toEqual([{ what: 'reattach', runId, after: 'r:2' }, { what: 'snapshot' }])
  })

  it('ends as the snapshot says: waiting for an answer, which can be given', async () => {
    const { scene, run, runId, server } = await broken()
    const interrupts = [approval('i')]
    server.reattachNext('over')
    server.snapshotNext({
      messages: [hi],
      interrupts: [{ interrupt: approval('i'), runId }],
      lastRun: { runId, outcome: { type: 'interrupt', interrupts } },
    })
    await passWait(scene)
    expect(await run).toMatchObject({
      kind: 'finished',
      outcome: { type: 'interrupt', interruptIds: ['i'] },
    })
    const answered = scene.session.answer('i', yes)
    const exchange = await scene.transport.next()
    expect(exchange.input.resume).toEqual([{ interruptId: 'i', ...yes }])
    await play(exchange)
    expect(await answered).toMatchObject({ kind: 'finished' })
  })

  it('has nothing open any more: steps, subagents, calls', async () => {
    const { scene, run, runId, server } = await broken([
      stepStarted('plan'),
      subagentStarted('s', 'helper'),
      toolStart('c', 'look_up', { parentMessageId: 'm' }),
      toolArgs('c', '{"id"'),
    ])
    const call = { id: 'c', type: 'function', function: { name: 'look_up', arguments: '{"id":1}' } } as const
    server.reattachNext('over')
    server.snapshotNext({
      messages: [
        hi,
        { id: 'm', role: 'assistant', toolCalls: [call] },
        { id: 'n', role: 'tool', toolCallId: 'c', content: 'found' },
      ],
      lastRun: { runId },
    })
    await passWait(scene)
    await run
    expect(scene.thread().steps).toMatchObject([{ name: 'plan', status: 'done' }])
    expect(scene.thread().subagents).toMatchObject([{ id: 's', status: 'abandoned' }])
    expect(scene.thread().toolCalls.get('c')).toMatchObject({ phase: 'answered', resultMessageId: 'n' })
  })

  it('with calls for the application: they run, once, and the agent goes on', async () => {
    let calls = 0
    const tools = [{ name: 'clock', description: '', execute: () => `${++calls} o'clock` }]
    const { scene, run, runId, server } = await broken([], { tools })
    const call = { id: 'c', type: 'function', function: { name: 'clock', arguments: '{}' } } as const
    server.reattachNext('over')
    server.snapshotNext({
      messages: [hi, { id: 'm', role: 'assistant', toolCalls: [call] }],
      lastRun: { runId },
    })
    await passWait(scene)
    const next = await scene.transport.next()
    expect(next.input.messages.at(-1)).toMatchObject({ role: 'tool', toolCallId: 'c', content: "1 o'clock" })
    await play(next)
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(calls).toBe(1)
  })
})

describe('what is open at the cut', () => {
  it('goes on: text, arguments, reasoning, steps and subagents that were never seen here', async () => {
    const { scene, run, exchange, runId, server } = await broken([stepStarted('plan')])
    const call = { id: 'c', type: 'function', function: { name: 'look_up', arguments: '{"id":' } } as const
    server.reattachNext(refusal(410))
    server.snapshotNext({
      messages: [
        hi,
        { id: 'm', role: 'assistant', content: 'ab', toolCalls: [call] },
        { id: 't', role: 'reasoning', content: 'thin' },
      ],
      activeRun: {
        runId,
        lastEventId: 'r:9',
        open: [
          stepStarted('plan'),
          stepStarted('search'),
          subagentStarted('s', 'helper'),
          textStart('m'),
          toolStart('c', 'look_up', { parentMessageId: 'm' }),
          reasoningMessageStart('t'),
        ],
      },
    })
    await passWait(scene)
    const tail = await server.tail()
    await until(() => scene.thread().toolCalls.get('c')?.phase === 'args')
    expect(scene.thread().steps).toMatchObject([
      { name: 'plan', status: 'open' },
      { name: 'search', status: 'open' },
    ])
    expect(scene.thread().subagents).toMatchObject([{ id: 's', name: 'helper', status: 'running' }])
    await tail.pushNumbered(
      [10, textContent('m', 'cd')],
      [11, toolArgs('c', '1}')],
      [12, reasoningContent('t', 'king')],
      [13, toolEnd('c')],
      [14, textEnd('m')],
      [15, reasoningMessageEnd('t')],
      [16, stepFinished('plan')],
      [17, stepFinished('search')],
      [18, subagentFinished('s')],
      [19, finished(exchange)],
    )
    await tail.end()
    expect(await run).toMatchObject({
      kind: 'finished',
      outcome: { type: 'success', pendingToolCallIds: ['c'] },
    })
    expect(scene.messages().slice(1)).toMatchObject([
      { content: 'abcd', toolCalls: [{ function: { arguments: '{"id":1}' } }] },
      { content: 'thinking' },
    ])
    expect(scene.thread().steps.map(({ status }) => status)).toEqual(['done', 'done'])
    expect(scene.thread().subagents).toMatchObject([{ status: 'success' }])
    // Nothing in the tail was out of place.
    expect(scene.codes()).toEqual([])
  })

  it('is judged the same in strict mode', async () => {
    const { scene, run, exchange, runId, server } = await broken(
      [subagentStarted('parent', 'p'), textStart('gone'), stepStarted('gone')],
      { strictness: 'strict' },
    )
    server.reattachNext(refusal(410))
    server.snapshotNext({
      messages: [hi, { id: 'm', role: 'assistant', content: 'ab', subagentRunId: 'parent' }],
      activeRun: { runId, lastEventId: 'r:9', open: [textStart('m', { subagentRunId: 'parent' })] },
    })
    await passWait(scene)
    const tail = await server.tail()
    await tail.pushNumbered(
      [10, textContent('m', 'cd', { subagentRunId: 'parent' })],
      [11, subagentStarted('child', 'c', { parentSubagentRunId: 'parent' })],
      [12, subagentFinished('child')],
      [13, textEnd('m', { subagentRunId: 'parent' })],
      [14, finished(exchange)],
    )
    await tail.end()
    expect(await run).toMatchObject({ kind: 'finished' })
    // What was open here and is not there is neither kept nor waited for.
    expect(scene.messages().map(({ id }) => id)).toEqual(['id1', 'm'])
    expect(scene.thread().steps).toMatchObject([{ status: 'done' }])
    expect(scene.codes()).toEqual([])
  })

  it('a call that ended before the cut still waits for the application when the run ends', async () => {
    const { scene, run, exchange, runId, server } = await broken([toolStart('c', 'look_up')])
    const call = { id: 'c', type: 'function', function: { name: 'look_up', arguments: '{}' } } as const
    server.reattachNext(refusal(410))
    server.snapshotNext({
      messages: [
        hi,
        { id: 'c', role: 'assistant', toolCalls: [call, { ...call, id: 'd' }, { ...call, id: 'e' }] },
        { id: 'n', role: 'tool', toolCallId: 'e', content: 'x' },
      ],
      activeRun: { runId, lastEventId: 'r:9', open: [] },
    })
    await passWait(scene)
    const tail = await server.tail()
    await tail.pushNumbered([10, finished(exchange)])
    await tail.end()
    expect(await run).toMatchObject({ outcome: { pendingToolCallIds: ['c', 'd'] } })
  })
})

it('a run that another page began meanwhile is followed in the place of ours', async () => {
  const { scene, run, server } = await broken([stepStarted('ours'), textStart('m'), textContent('m', 'ab')], {
    strictness: 'strict',
  })
  server.reattachNext('over')
  server.snapshotNext({
    messages: [hi, { id: 'm', role: 'assistant', content: 'abcd' }],
    activeRun: { runId: 'theirs', open: [] },
    lastRun: { runId: 'id2' },
  })
  await passWait(scene)
  const tail = await server.tail()
  await until(() => JSON.stringify(scene.thread().run).includes('theirs'))
  expect(server.asked.at(-1)).toEqual({ what: 'reattach', runId: 'theirs' })
  expect(scene.thread().steps).toEqual([])
  await tail.pushNumbered([0, started(tail)], [1, stepStarted('theirs')], [2, runError('no')])
  await tail.end()
  expect(await run).toMatchObject({ kind: 'failed', runId: 'theirs', failure: { source: 'agent' } })
  expect(scene.codes()).toEqual([])
})

describe('a decision that was given before the break', () => {
  async function answered(): Promise<{
    readonly scene: RecoverScene
    readonly answer: Promise<unknown>
    readonly runId: string
    readonly raisedBy: string
  }> {
    const scene = createRecoverScene()
    const raised = await interrupted(scene, approval('i', { toolCallId: 'c' }))
    const answer = scene.session.answer('i', yes)
    const exchange = await scene.transport.next()
    await exchange.pushNumbered([0, started(exchange)])
    await exchange.break(cut())
    scene.server.reattachNext('over')
    return { scene, answer, runId: exchange.input.runId, raisedBy: 'runId' in raised ? raised.runId : '' }
  }

  it('is settled when the server no longer asks, and nothing answered comes back', async () => {
    const { scene, answer, runId } = await answered()
    scene.server.snapshotNext({ messages: [hi], lastRun: { runId } })
    await passWait(scene)
    expect(await answer).toMatchObject({ kind: 'finished', outcome: { type: 'success' } })
    expect(scene.thread().interrupts).toEqual([])
    expect(scene.thread().decisions).toMatchObject([
      { interruptId: 'i', delivery: 'accepted', entry: { payload: { approved: true } } },
    ])
    const next = reloadRecover(scene)
    await next.session.start()
    expect(next.thread().interrupts).toEqual([])
    expect(next.thread().decisions).toHaveLength(1)
  })

  it('stays on its way while its run goes on, and is settled by its end', async () => {
    const { scene, answer, runId, raisedBy } = await answered()
    scene.server.snapshotNext({
      messages: [hi],
      interrupts: [{ interrupt: approval('i', { toolCallId: 'c' }), runId: raisedBy, answered: yes }],
      activeRun: { runId, lastEventId: 'r:4', open: [] },
    })
    await passWait(scene)
    const tail = await scene.server.tail()
    await until(() => scene.thread().interrupts[0]?.decision?.delivery === 'sending')
    await tail.pushNumbered([5, finished(tail)])
    await tail.end()
    expect(await answer).toMatchObject({ kind: 'finished' })
    expect(scene.thread()).toMatchObject({ interrupts: [], decisions: [{ delivery: 'accepted' }] })
  })

  it.each(['interrupted', 'model-refused'])(
    'may be sent again, and only that, when it was stored and its run failed: %s',
    async (code) => {
      const { scene, answer, runId, raisedBy } = await answered()
      scene.server.snapshotNext({
        messages: [hi],
        interrupts: [{ interrupt: approval('i', { toolCallId: 'c' }), runId: raisedBy, answered: yes }],
        lastRun: { runId, error: { code, message: 'The process died.' } },
      })
      await passWait(scene)
      expect(await answer).toMatchObject({ kind: 'failed', failure: { code } })
      expect(scene.thread().interrupts).toMatchObject([{ decision: { delivery: 'unconfirmed' } }])
      const again = scene.session.answer('i', no)
      const exchange = await scene.transport.next()
      expect(exchange.input.resume).toEqual([{ interruptId: 'i', ...yes }])
      await play(exchange)
      expect(await again).toMatchObject({ kind: 'finished' })
    },
  )

  it('is unconfirmed when the server knows nothing of it: it can be sent again', async () => {
    const { scene, answer, raisedBy } = await answered()
    scene.server.snapshotNext({
      messages: [hi],
      interrupts: [{ interrupt: approval('i', { toolCallId: 'c' }), runId: raisedBy }],
      lastRun: { runId: raisedBy, outcome: { type: 'interrupt', interrupts: [approval('i')] } },
    })
    await passWait(scene)
    expect(await answer).toMatchObject({ kind: 'finished', runId: raisedBy })
    expect(scene.thread().interrupts).toMatchObject([{ decision: { delivery: 'unconfirmed' } }])
    const again = scene.session.retry()
    const exchange = await scene.transport.next()
    expect(exchange.input.resume).toEqual([{ interruptId: 'i', ...yes }])
    await play(exchange)
    expect(await again).toMatchObject({ kind: 'finished' })
    expect(scene.thread().decisions).toHaveLength(1)
  })

  it('may be changed when the run that carried it was refused', async () => {
    const { scene, answer, runId, raisedBy } = await answered()
    scene.server.snapshotNext({
      messages: [hi],
      interrupts: [{ interrupt: approval('i', { toolCallId: 'c' }), runId: raisedBy }],
      lastRun: { runId, error: { code: 'payload-invalid', message: 'No.' } },
    })
    await passWait(scene)
    expect(await answer).toMatchObject({ kind: 'failed' })
    expect(scene.thread().interrupts).toMatchObject([{ decision: { delivery: 'failed' } }])
  })
})

it('a decision that another page gave is shown as given, and not asked for again', async () => {
  const { scene, run, runId, server } = await broken([...toolCall('c', 'refund')])
  server.reattachNext('over')
  server.snapshotNext({
    messages: [hi],
    interrupts: [{ interrupt: approval('i', { toolCallId: 'c' }), runId, answered: no }],
    activeRun: { runId: 'theirs', open: [] },
  })
  await passWait(scene)
  const tail = await server.tail()
  await until(() => scene.thread().interrupts.length === 1)
  expect(scene.thread().interrupts[0]?.decision).toMatchObject({
    interruptId: 'i',
    toolCallId: 'c',
    delivery: 'sending',
    entry: { interruptId: 'i', ...no },
  })
  const late = scene.session.answer('i', yes)
  await tail.pushNumbered([0, started(tail)], [1, finished(tail)])
  await tail.end()
  expect(await run).toMatchObject({ kind: 'finished', runId: 'theirs' })
  await late
  expect(scene.transport.inputs).toHaveLength(1)
  expect(scene.thread().decisions).toMatchObject([{ entry: no, delivery: 'accepted' }])
})

it('no rejection was left unhandled', async () => {
  // Node reports them when the task that made them is over.
  await settled()
  expect(unhandled).toEqual([])
})
