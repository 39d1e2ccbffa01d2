// The class: events in an order that the rules do not foresee end the run, hide the rest, or move what was shown.

import { selectToolCall } from '@agui-kit/core'
import {
  reasoningChunk,
  runError,
  runFinished,
  runStarted,
  stateSnapshot,
  textChunk,
  textContent,
  textMessage,
  toolArgs,
  toolCall,
  toolResult,
  toolStart,
  toSse,
} from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { argsOf, exactly, idsOf, meet, raw, type Turn, textsOf, whole } from './live.ts'

describe('an order that was not expected', () => {
  it('text that comes after the end of its message is still its text, and the run goes on', async () => {
    const { session, messages, codes } = await meet([
      whole([...textMessage('m', 'The bus '), textContent('m', 'is late.'), ...textMessage('n', 'Sorry.')]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(textsOf(messages())).toEqual(['?', 'The bus is late.', 'Sorry.'])
    expect(codes()).toEqual(['item-not-open'])
  })

  it('calls that were open when the run ended do not turn for ever, and the run is what it says it is', async () => {
    const { session, thread, messages } = await meet([
      whole([
        toolStart('a', 'f'),
        toolArgs('a', '{"x":1}'),
        toolStart('b', 'g'),
        ...textMessage('m', 'Done.'),
      ]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished', outcome: { type: 'success' } })
    for (const id of ['a', 'b']) {
      expect(['streaming', 'running']).not.toContain(selectToolCall(thread(), id)?.status)
    }
    expect(argsOf(messages())).toEqual(['{"x":1}', ''])
    expect(textsOf(messages()).at(-1)).toBe('Done.')
  })

  it('a run that failed does not hide those after it in the same stream; the last one says how it stands', async () => {
    const run = (runId: string, ...events: readonly object[]): readonly object[] => [
      runStarted({ threadId: 't', runId }),
      ...events,
    ]
    const events = [
      ...run('a', ...textMessage('m1', 'one'), runFinished(undefined, { threadId: 't', runId: 'a' })),
      ...run('b', ...textMessage('m2', 'two'), runError('no credit', { code: 'quota' })),
      ...run('c', ...textMessage('m3', 'three'), runFinished(undefined, { threadId: 't', runId: 'c' })),
    ]
    const { session, messages } = await meet([raw(events.map((event) => toSse(event)))])
    expect(await session.run()).toMatchObject({ kind: 'finished', runId: 'c' })
    expect(textsOf(messages())).toEqual(['one', 'two', 'three'])
  })

  it('what only completes something after the end of a run is taken, and the run stays at its end', async () => {
    const { session, messages, thread } = await meet([
      exactly((input) => [
        runStarted(idsOf(input)),
        ...toolCall('c', 'look'),
        ...textMessage('m', 'That is'),
        runFinished(undefined, idsOf(input)),
        toolResult('c', 'looked'),
        textContent('m', ' all'),
        stateSnapshot({ done: true }),
      ]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished', outcome: { type: 'success' } })
    expect(textsOf(messages())).toEqual(['?', undefined, 'looked', 'That is all'])
    expect(thread().state).toEqual({ done: true })
  })

  it('a run that says its end once a loop is over at the last one, and cut when none comes', async () => {
    const loop = (id: string): Turn =>
      exactly((input) => [
        runStarted(idsOf(input)),
        ...textMessage(`${id}1`, 'looking'),
        runFinished(undefined, idsOf(input)),
        ...textMessage(`${id}2`, 'found'),
        ...(id === 'a' ? [runFinished(undefined, idsOf(input))] : []),
      ])
    const { session, messages } = await meet([loop('a'), loop('b')])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(await session.send('?')).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
    expect(textsOf(messages())).toEqual(['?', 'looking', 'found', '?', 'looking', 'found'])
  })

  it('thinking, speaking and calling stand in the order in which they came, each time anew', async () => {
    const { session, messages } = await meet([
      whole([
        reasoningChunk({ messageId: 'r1', delta: 'hm' }),
        textChunk({ messageId: 'm1', delta: 'Let me see.' }),
        ...toolCall('c', 'see'),
        toolResult('c', 'seen'),
        reasoningChunk({ messageId: 'r2', delta: 'aha' }),
        textChunk({ messageId: 'm2', delta: 'I see.' }),
      ]),
    ])
    await session.send('?')
    expect(
      messages()
        .slice(1)
        .map(({ id }) => id),
    ).toEqual(['r1', 'm1', 'c', 'result-c', 'r2', 'm2'])
  })

  it('a call that names a message of an earlier turn goes there, is not lost, and moves nothing', async () => {
    const { session, messages } = await meet([
      whole(textMessage('m', 'before')),
      whole([toolStart('c', 'late', { parentMessageId: 'm' }), toolArgs('c', '{}'), toolResult('c', 'ok')]),
    ])
    await session.send('one')
    await session.send('two')
    expect(textsOf(messages())).toEqual(['one', 'before', 'ok', 'two'])
    expect(messages()[1]).toMatchObject({ toolCalls: [{ id: 'c' }] })
  })
})
