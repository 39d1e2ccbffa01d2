// The class: a result stands away from its call, and the next request is refused by the model's provider.
import { textMessage, textStart, toolArgs, toolCall, toolEnd, toolResult, toolStart } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { meet, rolesOf, textsOf, whole } from './live.ts'

const callOf = (id: string, messageId: string): readonly object[] => [
  toolStart(id, 'look', { parentMessageId: messageId }),
  toolArgs(id, '{}'),
  toolEnd(id),
]
const idsOf = (messages: readonly { readonly id: string }[] = []): readonly string[] =>
  messages.map(({ id }) => id)

describe('the result of a call', () => {
  it('that comes after later text stands right after its call, on the screen and in the next request', async () => {
    const { session, messages, inputs } = await meet([
      whole([
        ...textMessage('m', 'Wait.'),
        ...callOf('c', 'm'),
        ...textMessage('n', 'Still waiting.'),
        toolResult('c', 'Here.'),
      ]),
      whole([]),
    ])
    await session.send('?')
    await session.send('thanks')
    expect(textsOf(messages())).toEqual(['?', 'Wait.', 'Here.', 'Still waiting.', 'thanks'])
    expect(inputs()[1]?.messages).toEqual(messages())
  })

  it('stands with its own call when several messages called, and with its siblings in the order they came', async () => {
    const { session, messages, inputs } = await meet([
      whole([
        textStart('m'),
        ...callOf('c1', 'm'),
        ...callOf('c2', 'm'),
        { type: 'TEXT_MESSAGE_END', messageId: 'm' },
        textStart('n'),
        ...callOf('d', 'n'),
        { type: 'TEXT_MESSAGE_END', messageId: 'n' },
        toolResult('d', '3'),
        toolResult('c2', '2'),
        toolResult('c1', '1'),
      ]),
      whole([]),
    ])
    await session.send('?')
    const shown = idsOf(messages())
    expect(shown.slice(1)).toEqual(['m', 'result-c2', 'result-c1', 'n', 'result-d'])
    await session.send('next')
    expect(idsOf(inputs()[1]?.messages).slice(0, -1)).toEqual(shown)
  })

  it('whose call is not in the thread is kept and shown, and nothing fails', async () => {
    const { session, messages } = await meet([
      whole([toolResult('elsewhere', 'done at last'), ...textMessage('m', 'So.')]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(messages()[1]).toMatchObject({ role: 'tool', toolCallId: 'elsewhere', content: 'done at last' })
  })

  it('of each of the application’s own tools stands in the order of the calls, whichever was ready first', async () => {
    const gates = new Map<string, (text: string) => void>()
    const { session, inputs } = await meet(
      [
        whole(['a', 'b', 'c'].flatMap((id) => toolCall(id, 'ask', { id }))),
        whole(textMessage('m', 'Noted.')),
      ],
      {
        tools: [
          {
            name: 'ask',
            description: 'asks',
            execute: (_input, { toolCallId }) =>
              new Promise((resolve) => {
                gates.set(toolCallId, resolve)
                if (gates.size === 3) for (const id of ['c', 'a', 'b']) gates.get(id)?.(`of ${id}`)
              }),
          },
        ],
      },
    )
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(inputs()).toHaveLength(2)
    expect(rolesOf(inputs()[1]?.messages ?? [])).toEqual([
      'user',
      ...['a', 'b', 'c'].flatMap(() => ['assistant', 'tool']),
    ])
    expect(textsOf(inputs()[1]?.messages ?? []).filter((text) => String(text).startsWith('of'))).toEqual([
      'of a',
      'of b',
      'of c',
    ])
  })

  it('that is told again is the same result, in its first place', async () => {
    const { session, messages } = await meet([
      whole([
        ...toolCall('c', 'look'),
        toolResult('c', 'half'),
        ...textMessage('m', 'then'),
        toolResult('c', 'whole'),
      ]),
    ])
    await session.send('?')
    expect(idsOf(messages()).slice(1)).toEqual(['c', 'result-c', 'm'])
    expect(messages()[2]).toMatchObject({ content: 'whole' })
  })
})
