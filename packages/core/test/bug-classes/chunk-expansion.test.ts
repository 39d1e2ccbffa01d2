// The class: shorthand events are taken for nothing, for a second start, or for another message.
import { reasoningChunk, textChunk, textEnd, textMessage, textStart, toolChunk } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { argsOf, begun, meet, rolesOf, textsOf, whole } from './live.ts'

describe('a server that speaks in chunks', () => {
  it('and in nothing else is shown whole: each message, each call, each in its turn', async () => {
    const { session, messages, thread, codes } = await meet([
      whole([
        textChunk({ messageId: 'm', delta: 'Looking ' }),
        textChunk({ delta: 'it up.' }),
        toolChunk({ toolCallId: 'c', toolCallName: 'find_ferry', delta: '{"to":' }),
        toolChunk({ delta: '"Ærø"}' }),
        textChunk({ messageId: 'n', delta: 'At ' }),
        textChunk({ messageId: 'n', delta: 'ten.' }),
      ]),
    ])
    expect(await session.send('ferry?')).toMatchObject({ kind: 'finished' })
    expect(textsOf(messages()).filter((text) => text !== undefined)).toEqual([
      'ferry?',
      'Looking it up.',
      'At ten.',
    ])
    expect(argsOf(messages())).toEqual(['{"to":"Ærø"}'])
    expect(thread().toolCalls.get('c')?.phase).toBe('called')
    expect(thread().streaming.size).toBe(0)
    expect(codes()).toEqual([])
  })

  it.each([
    ['a start before them', [textStart('m')], []],
    ['a start before and an end after them', [textStart('m')], [textEnd('m')]],
    ['whole events around them', textMessage('m', '1 '), textMessage('m', ' 4')],
  ])('and whole events together means one message: %s', async (_what, before, after) => {
    const chunks = [textChunk({ messageId: 'm', delta: '2' }), textChunk({ messageId: 'm', delta: ' 3' })]
    const { session, messages } = await meet([whole([...before, ...chunks, ...after])])
    expect(await session.send('count')).toMatchObject({ kind: 'finished' })
    expect(messages()).toHaveLength(2)
    expect(messages()[1]).toMatchObject({ id: 'm', content: expect.stringContaining('2 3') })
  })

  it('thinks in chunks too, with the id once or each time, until it speaks', async () => {
    const { session, messages } = await meet([
      whole([
        reasoningChunk({ messageId: 'r', delta: 'Hm, ' }),
        reasoningChunk({ delta: 'ferries ' }),
        reasoningChunk({ messageId: 'r', delta: 'then.' }),
        textChunk({ messageId: 'm', delta: 'Ten.' }),
        reasoningChunk({ messageId: 'r2', delta: 'Done.' }),
      ]),
    ])
    await session.send('?')
    expect(rolesOf(messages())).toEqual(['user', 'reasoning', 'assistant', 'reasoning'])
    expect(textsOf(messages())).toEqual(['?', 'Hm, ferries then.', 'Ten.', 'Done.'])
  })

  it('goes on with a message it left for a call, in that one message', async () => {
    const { session, messages } = await meet([
      whole([
        textChunk({ messageId: 'm', delta: 'First half, ' }),
        toolChunk({ toolCallId: 'c', toolCallName: 'f', parentMessageId: 'm', delta: '{}' }),
        textChunk({ messageId: 'm', delta: 'second half.' }),
      ]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(messages()).toHaveLength(2)
    expect(messages()[1]).toMatchObject({
      content: 'First half, second half.',
      toolCalls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }],
    })
  })

  it('opens a message with an empty chunk, or with nulls for what it leaves out', async () => {
    const { session, messages } = await meet([
      whole([
        { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', role: null, delta: '' },
        { type: 'TEXT_MESSAGE_CHUNK', messageId: null, delta: 'here' },
      ]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(textsOf(messages())).toEqual(['?', 'here'])
  })

  it('whose first chunk names no message fails in words; no message is invented, and what was there stays', async () => {
    const { session, messages } = await meet([
      begun([...textMessage('m', 'so far'), textChunk({ delta: 'whose?' })], { ended: 'end' }),
    ])
    expect(await session.send('?')).toMatchObject({
      kind: 'failed',
      failure: { source: 'protocol', code: 'chunk-without-id' },
    })
    expect(textsOf(messages())).toEqual(['?', 'so far'])
  })
})
