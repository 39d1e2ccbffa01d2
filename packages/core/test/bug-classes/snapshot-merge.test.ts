// The class: a snapshot of the messages takes away what only the client has, or keeps what it should replace.
import {
  activityDelta,
  activitySnapshot,
  messagesSnapshot,
  reasoningChunk,
  textChunk,
  textContent,
  textEnd,
  textMessage,
  textStart,
  toolCall,
  toolResult,
} from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { meet, rolesOf, textsOf, whole } from './live.ts'

describe('a snapshot of the messages', () => {
  it('does not take away the thinking that its server does not keep', async () => {
    const { session, messages } = await meet([
      whole((input) => [
        reasoningChunk({ messageId: 'r', delta: 'hm' }),
        textChunk({ messageId: 'm', delta: 'Yes.' }),
        messagesSnapshot([...input.messages, { id: 'm', role: 'assistant', content: 'Yes.' }]),
      ]),
    ])
    await session.send('?')
    expect(textsOf(messages())).toEqual(['?', 'hm', 'Yes.'])
  })

  it('brings what it has of an activity, and the patches after it go on from there', async () => {
    const { session, messages } = await meet([
      whole((input) => [
        activitySnapshot('a', 'steps', { done: 1, of: 3 }),
        messagesSnapshot([
          ...input.messages,
          { id: 'a', role: 'activity', activityType: 'steps', content: { done: 2, of: 3 } },
        ]),
        activityDelta('a', 'steps', [{ op: 'replace', path: '/done', value: 3 }]),
      ]),
    ])
    await session.send('?')
    expect(messages().slice(1)).toEqual([
      { id: 'a', role: 'activity', activityType: 'steps', content: { done: 3, of: 3 } },
    ])
  })

  it('without activities leaves those there are; they stay out of the next request, and no stand-in goes', async () => {
    const { session, messages, inputs } = await meet([
      whole((input) => [
        activitySnapshot('a', 'map', { zoom: 4 }),
        ...textMessage('m', 'There.'),
        messagesSnapshot([...input.messages, { id: 'm', role: 'assistant', content: 'There.' }]),
      ]),
      whole([]),
    ])
    await session.send('where?')
    expect(messages()[1]).toMatchObject({ role: 'activity', content: { zoom: 4 } })
    await session.send('thanks')
    expect(rolesOf(inputs()[1]?.messages ?? [])).toEqual(['user', 'assistant', 'user'])
  })

  it('that leaves out the message that is streaming does not cut it', async () => {
    const { session, messages, thread } = await meet([
      whole((input) => [
        textStart('m'),
        textContent('m', 'One, '),
        messagesSnapshot(input.messages),
        textContent('m', 'two.'),
        textEnd('m'),
      ]),
    ])
    expect(await session.send('count')).toMatchObject({ kind: 'finished' })
    expect(textsOf(messages())).toEqual(['count', 'One, two.'])
    expect(thread().streaming.size).toBe(0)
  })

  it('that repeats a message while its calls come in keeps the text and every call, and their results', async () => {
    const told = (...calls: readonly string[]) => ({
      id: 'm',
      role: 'assistant' as const,
      content: 'On it.',
      toolCalls: calls.map((id) => ({
        id,
        type: 'function' as const,
        function: { name: 'f', arguments: '{}' },
      })),
    })
    const { session, messages, thread } = await meet([
      whole((input) => [
        ...textMessage('m', 'On it.'),
        messagesSnapshot([...input.messages, told('a')]),
        toolResult('a', 'ok'),
        messagesSnapshot([
          ...input.messages,
          told('a', 'b'),
          { id: 'result-a', role: 'tool', toolCallId: 'a', content: 'ok' },
        ]),
      ]),
    ])
    await session.send('?')
    expect(messages()[1]).toEqual(told('a', 'b'))
    expect(rolesOf(messages())).toEqual(['user', 'assistant', 'tool'])
    expect([...thread().toolCalls.values()].map(({ phase }) => phase)).toEqual(['answered', 'called'])
  })

  it('is the thread: what it changed is changed in place, what it left out is gone, what is new is there', async () => {
    const { session, messages, thread } = await meet([
      whole([...textMessage('m', 'draft'), ...toolCall('c', 'f'), ...textMessage('n', 'secret')]),
      whole((input) => [
        messagesSnapshot([
          { id: 'x', role: 'system', content: 'rules' },
          ...input.messages.filter(({ role }) => role === 'user'),
          { id: 'm', role: 'assistant', content: 'final' },
        ]),
      ]),
    ])
    await session.send('one')
    await session.send('two')
    expect(textsOf(messages())).toEqual(['one', 'final', 'two', 'rules'])
    expect(thread().toolCalls.size).toBe(0)
  })
})
