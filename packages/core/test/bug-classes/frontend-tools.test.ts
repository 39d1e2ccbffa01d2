// The class: a tool of the application runs twice, not at all, for ever, or for another thread.
import { type ClientTool, selectToolCall } from '@agui-kit/core'
import { textMessage, textStart, toolArgs, toolCall, toolEnd, toolResult, toolStart } from '@agui-kit/testing'
import { describe, expect, it, vi } from 'vitest'
import { joinAgent, meet, rolesOf, type Turn, whole } from './live.ts'

const tool = (name: string, execute: ClientTool['execute']): ClientTool => ({
  name,
  description: name,
  execute,
})

describe('a tool of the application', () => {
  it('runs once a call, whatever is registered, watched or shown meanwhile', async () => {
    const execute = vi.fn<ClientTool['execute']>(() => 'ok')
    const ids = Array.from({ length: 9 }, (_, at) => `c${at}`)
    const { session } = await meet([
      whole(ids.flatMap((id) => toolCall(id, 'mark', { id }))),
      whole(textMessage('m', 'Done.')),
    ])
    let withdraw = session.registerTool(tool('mark', execute))
    // A component that is drawn again takes its tool back and gives it anew.
    session.subscribe('thread', () => {
      withdraw()
      withdraw = session.registerTool(tool('mark', execute))
    })
    expect(await session.send('mark all')).toMatchObject({ kind: 'finished' })
    expect(execute.mock.calls.map(([, call]) => call.toolCallId)).toEqual(ids)
  })

  it('that the agent calls again and again is stopped at a limit, in words, and a person can go on', async () => {
    const execute = vi.fn(() => 'again')
    const loop: Turn = (input, request) => whole(toolCall(`c-${input.runId}`, 'poll'))(input, request)
    const { session, inputs } = await meet([loop, loop, loop, loop, whole(textMessage('m', 'Enough.'))], {
      tools: [tool('poll', execute)],
      maxToolRuns: 3,
    })
    expect(await session.send('poll')).toMatchObject({
      kind: 'failed',
      failure: { source: 'client', code: 'tool-loop', details: { limit: 3 } },
    })
    expect(execute).toHaveBeenCalledTimes(3)
    expect(inputs()).toHaveLength(4)
    expect(await session.send('stop it')).toMatchObject({ kind: 'finished' })
  })

  it('that throws, or gives back what is no JSON, is a result with an error, sent once', async () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    const { session, inputs, thread } = await meet(
      [whole([...toolCall('a', 'break'), ...toolCall('b', 'cycle'), ...toolCall('c', 'reject')]), whole([])],
      {
        tools: [
          tool('break', () => {
            throw new Error('no such file')
          }),
          tool('cycle', () => cycle),
          tool('reject', async () => Promise.reject(new Error('denied'))),
        ],
      },
    )
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    const results = (inputs()[1]?.messages ?? []).flatMap((message) =>
      message.role === 'tool' ? [[message.toolCallId, message.error]] : [],
    )
    expect(results).toEqual([
      ['a', 'no such file'],
      ['b', expect.stringMatching(/circular/i)],
      ['c', 'denied'],
    ])
    expect(selectToolCall(thread(), 'a', true)?.status).toBe('failed')
  })

  it('is not run when its call already has a result: what the server says counts', async () => {
    const { session, inputs } = await meet(
      [whole([...toolCall('c', 'look'), toolResult('c', 'from the server')])],
      {
        tools: [tool('look', () => expect.unreachable())],
      },
    )
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(inputs()).toHaveLength(1)
  })

  it('goes on only when the run is over and its siblings of the server have their results in it', async () => {
    const callOf = (id: string, name: string): readonly object[] => [
      toolStart(id, name, { parentMessageId: 'm' }),
      toolArgs(id, '{}'),
      toolEnd(id),
    ]
    const { session, inputs } = await meet(
      [
        whole([
          textStart('m'),
          ...callOf('ours', 'look'),
          ...callOf('theirs', 'search'),
          toolResult('theirs', 'found'),
        ]),
        whole([]),
      ],
      { tools: [tool('look', () => 'seen')] },
    )
    await session.send('?')
    const sent = inputs()[1]?.messages ?? []
    expect(rolesOf(sent)).toEqual(['user', 'assistant', 'tool', 'tool'])
    expect(sent.flatMap((message) => (message.role === 'tool' ? [message.content] : []))).toEqual([
      'found',
      'seen',
    ])
  })

  it('that is ready when its thread is closed puts its result nowhere, least of all into another thread', async () => {
    let ready: (text: string) => void = () => {}
    const live = await meet([whole(toolCall('c', 'slow')), whole(textMessage('n', 'Hi.'))], {
      tools: [
        tool(
          'slow',
          () =>
            new Promise<string>((resolve) => {
              ready = resolve
            }),
        ),
      ],
    })
    void live.session.send('?')
    await expect.poll(() => live.thread().toolCalls.get('c')?.executing).toBe(true)
    await live.session.close()
    const other = joinAgent(live.agent, { threadId: 'u' })
    ready('too late')
    await other.session.send('hi')
    expect(JSON.stringify([...other.messages(), ...live.messages()])).not.toContain('too late')
    expect(live.inputs().map(({ threadId }) => threadId)).toEqual(['t', 'u'])
  })

  it('of which a name is called that nobody has is left to the person, and the thread is not stuck', async () => {
    const { session, thread, inputs } = await meet([whole(toolCall('c', 'unheard_of')), whole([])])
    expect(await session.send('?')).toMatchObject({ outcome: { pendingToolCallIds: ['c'] } })
    expect(thread().toolCalls.get('c')?.phase).toBe('called')
    expect(await session.send('never mind')).toMatchObject({ kind: 'finished' })
    expect(inputs()).toHaveLength(2)
  })
})
