// The class: an id that comes a second time overwrites, doubles or hides what had it first.
import {
  activitySnapshot,
  textMessage,
  textStart,
  toolArgs,
  toolCall,
  toolEnd,
  toolResult,
  toolStart,
} from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { argsOf, meet, rolesOf, textsOf, whole } from './live.ts'

describe('an id that comes twice', () => {
  it('does not double a call that a server tells again, nor its arguments, nor its result', async () => {
    const call = [...toolCall('c', 'book', { seats: 2 }), toolResult('c', 'booked')]
    const { session, messages, thread } = await meet([
      whole(call),
      whole([...call, ...textMessage('m', 'So.')]),
    ])
    await session.send('book')
    expect(await session.send('and?')).toMatchObject({ kind: 'finished' })
    expect(argsOf(messages())).toEqual(['{"seats":2}'])
    expect(rolesOf(messages())).toEqual(['user', 'assistant', 'tool', 'user', 'assistant'])
    expect(thread().toolCalls.get('c')?.phase).toBe('answered')
  })

  it('of two results keeps both, each at its own call', async () => {
    const { session, messages } = await meet([
      whole([
        ...toolCall('a', 'f'),
        ...toolCall('b', 'g'),
        toolResult('a', 'of a', { messageId: 'result' }),
        toolResult('b', 'of b', { messageId: 'result' }),
      ]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    const results = messages().flatMap((message) =>
      message.role === 'tool' ? [[message.toolCallId, message.content]] : [],
    )
    expect(results).toEqual([
      ['a', 'of a'],
      ['b', 'of b'],
    ])
    expect(new Set(messages().map(({ id }) => id)).size).toBe(messages().length)
  })

  it('of a call that is another one, of another message, makes two calls with a result each', async () => {
    const turn = (messageId: string, args: object, result: string) =>
      whole([
        textStart(messageId),
        { type: 'TEXT_MESSAGE_END', messageId },
        toolStart('call_0', 'add', { parentMessageId: messageId }),
        toolArgs('call_0', JSON.stringify(args)),
        toolEnd('call_0'),
        toolResult('call_0', result, { messageId: `${messageId}:result` }),
      ])
    const { session, messages, inputs, codes } = await meet([
      turn('m1', { n: 1 }, 'one'),
      turn('m2', { n: 2 }, 'two'),
      whole([]),
    ])
    await session.send('first')
    await session.send('second')
    await session.send('third')
    expect(argsOf(messages())).toEqual(['{"n":1}', '{"n":2}'])
    expect(rolesOf(inputs()[2]?.messages ?? [])).toEqual(
      'user assistant tool user assistant tool user'.split(' '),
    )
    expect(textsOf(inputs()[2]?.messages ?? [])).toEqual(['first', '', 'one', 'second', '', 'two', 'third'])
    expect(codes()).toContain('tool-call-id-reused')
  })

  it('of an activity replaces it within the run, and never what stands in another place', async () => {
    const { session, messages } = await meet([
      whole([
        activitySnapshot('progress', 'bar', { percent: 10 }),
        activitySnapshot('progress', 'bar', { percent: 90 }),
      ]),
      whole([activitySnapshot('progress', 'bar', { percent: 5 }), ...textMessage('m', 'begun')]),
    ])
    await session.send('one')
    expect(messages().slice(1)).toMatchObject([{ id: 'progress', content: { percent: 90 } }])
    await session.send('two')
    // The rule: one id is one message of the thread, which stays where it stands and shows what is newest.
    expect(rolesOf(messages())).toEqual(['user', 'activity', 'user', 'assistant'])
    expect(messages()[1]).toMatchObject({ content: { percent: 5 } })
  })

  it('of a message in a later run does not take away what that message said', async () => {
    const { session, messages } = await meet([
      whole(textMessage('answer', 'The first.')),
      whole(textMessage('answer', ' The second.')),
    ])
    await session.send('one')
    expect(await session.send('two')).toMatchObject({ kind: 'finished' })
    expect(textsOf(messages())).toEqual(['one', 'The first. The second.', 'two'])
  })
})
