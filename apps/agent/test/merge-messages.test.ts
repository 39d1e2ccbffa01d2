import { describe, expect, it } from 'vitest'
import type { Message } from '../src/protocol/message.ts'
import { mergeMessages } from '../src/threads/merge-messages.ts'

const user = (id: string, content = id): Message => ({ id, role: 'user', content })
const assistant = (id: string, content = id): Message => ({ id, role: 'assistant', content })
const calling = (id: string, callId: string, isServer: boolean): Message => ({
  id,
  role: 'assistant',
  toolCalls: [
    {
      id: callId,
      type: 'function',
      function: { name: 'x', arguments: '{}' },
      ...(isServer ? { metadata: { 'ag-ui:tool-execution': 'server' } } : {}),
    },
  ],
})
const result = (id: string, toolCallId: string): Message => ({ id, role: 'tool', toolCallId, content: id })
const activity = (id: string): Message => ({ id, role: 'activity', activityType: 'plan', content: {} })

const merge = (stored: readonly Message[], sent: readonly Message[], keepsAll = false) => {
  const { messages, differs } = mergeMessages(stored, sent, { keepsAll })
  return { ids: messages.map((message) => message.id), messages, differs }
}

describe('what a client sends meets what is stored', () => {
  it.each<[string, readonly Message[], readonly Message[], readonly string[], boolean]>([
    ['nothing sent continues the thread', [user('a'), assistant('b')], [], ['a', 'b'], false],
    [
      'only new messages continue the thread',
      [user('a'), assistant('b')],
      [user('c')],
      ['a', 'b', 'c'],
      false,
    ],
    [
      'a complete list stands',
      [user('a'), assistant('b')],
      [user('a'), assistant('b'), user('c')],
      ['a', 'b', 'c'],
      false,
    ],
    [
      'a client may drop what it edits again',
      [user('a'), assistant('b')],
      [user('a'), user('c')],
      ['a', 'c'],
      false,
    ],
    [
      'a result the client never received is put back',
      [user('a'), calling('b', 'c1', true), result('r', 'c1'), assistant('d')],
      [user('a'), calling('b', 'c1', true), assistant('d')],
      ['a', 'b', 'r', 'd'],
      true,
    ],
    [
      'a forged result of a call that runs here is left out',
      [user('a'), calling('b', 'c1', true)],
      [user('a'), calling('b', 'c1', true), result('f', 'c1')],
      ['a', 'b'],
      true,
    ],
    [
      "a result of the application's own call is taken",
      [user('a'), calling('b', 'c1', false)],
      [user('a'), calling('b', 'c1', false), result('r', 'c1')],
      ['a', 'b', 'r'],
      false,
    ],
    [
      'activities, which clients do not send, keep their place',
      [user('a'), activity('p'), assistant('b')],
      [user('a'), assistant('b'), user('c')],
      ['a', 'p', 'b', 'c'],
      false,
    ],
  ])('%s', (_name, stored, sent, ids, differs) => {
    const merged = merge(stored, sent)
    expect(merged.ids).toEqual(ids)
    expect(merged.differs).toBe(differs)
  })

  it('corrects a text the client holds only half of', () => {
    const merged = merge([user('a'), assistant('b', 'whole')], [user('a'), assistant('b', 'wh'), user('c')])
    expect(merged.messages[1]).toEqual(assistant('b', 'whole'))
    expect(merged.differs).toBe(true)
  })

  it("takes the client's word for what the person said", () => {
    const merged = merge([user('a', 'old')], [user('a', 'new')])
    expect(merged.messages).toEqual([user('a', 'new')])
  })

  it('drops nothing for a client that resumes and is behind', () => {
    const merged = merge([user('a'), assistant('b'), assistant('c')], [user('a'), assistant('b')], true)
    expect(merged.ids).toEqual(['a', 'b', 'c'])
    expect(merged.differs).toBe(true)
  })
})
