// The class: what a helper of the agent does is taken for the agent's own, ends its run, or has no place and is lost.
import {
  messagesSnapshot,
  subagentError,
  subagentFinished,
  subagentStarted,
  textChunk,
  textContent,
  textEnd,
  textMessage,
  textStart,
  toolCall,
  toolResult,
} from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { meet, textsOf, whole } from './live.ts'

const by = (subagentRunId: string) => ({ subagentRunId })

describe('a subagent', () => {
  it('is known with the call that began it, and what it says is marked as its own', async () => {
    const { session, messages, thread } = await meet([
      whole([
        ...toolCall('c', 'delegate'),
        subagentStarted('s', 'Researcher', { parentToolCallId: 'c' }),
        textStart('in', by('s')),
        textStart('out'),
        textContent('in', 'searching', by('s')),
        textContent('out', 'Wait.'),
        textEnd('in', by('s')),
        textEnd('out'),
        subagentFinished('s', { result: { found: 2 } }),
        toolResult('c', 'two'),
      ]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(thread().subagents).toMatchObject([
      { id: 's', name: 'Researcher', parentToolCallId: 'c', status: 'success', result: { found: 2 } },
    ])
    const owners = messages().map((message) => [message.content, message.subagentRunId])
    expect(owners).toContainEqual(['searching', 's'])
    expect(owners).toContainEqual(['Wait.', undefined])
  })

  it('that speaks in chunks beside the others keeps its words apart, although none of them is named twice', async () => {
    const { session, messages } = await meet([
      whole([
        subagentStarted('s', 'A'),
        subagentStarted('z', 'B'),
        textChunk({ messageId: 'ms', delta: 's1 ', ...by('s') }),
        textChunk({ messageId: 'mz', delta: 'z1 ', ...by('z') }),
        textChunk({ messageId: 'm', delta: 'p1 ' }),
        textChunk({ delta: 's2', ...by('s') }),
        textChunk({ delta: 'z2', ...by('z') }),
        textChunk({ delta: 'p2' }),
      ]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(textsOf(messages())).toEqual(['?', 's1 s2', 'z1 z2', 'p1 p2'])
  })

  it('that fails or ends says nothing about the run: that is over when it says so itself', async () => {
    const seen: string[] = []
    const live = await meet([
      whole([
        subagentStarted('s', 'A'),
        subagentStarted('z', 'B'),
        subagentError('s', 'no access', { code: 'E_ACCESS' }),
        subagentFinished('z'),
        ...textMessage('m', 'One of two.'),
      ]),
    ])
    live.session.observe((observation) => observation.kind === 'run' && seen.push(observation.run.kind))
    expect(await live.session.send('?')).toMatchObject({ kind: 'finished', outcome: { type: 'success' } })
    expect(seen).toEqual(['finished'])
    expect(live.thread().subagents).toMatchObject([
      { status: 'error', error: { message: 'no access', code: 'E_ACCESS' } },
      { status: 'success' },
    ])
    expect(textsOf(live.messages())).toEqual(['?', 'One of two.'])
  })

  it('of a parent that is not there, or of itself in a circle, loses nothing and hangs nothing', async () => {
    const { session, messages, thread } = await meet([
      whole([
        subagentStarted('orphan', 'A', { parentSubagentRunId: 'nobody' }),
        textStart('m1', by('orphan')),
        textContent('m1', 'from an orphan', by('orphan')),
        subagentStarted('x', 'B', { parentSubagentRunId: 'y' }),
        subagentStarted('y', 'C', { parentSubagentRunId: 'x' }),
        textStart('m2', by('y')),
        textContent('m2', 'from a circle', by('y')),
        textStart('m3', by('unannounced')),
        textContent('m3', 'from no one', by('unannounced')),
      ]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(textsOf(messages())).toEqual(['?', 'from an orphan', 'from a circle', 'from no one'])
    expect(thread().subagents.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['orphan', 'nobody'],
      ['x', 'y'],
      ['y', 'x'],
    ])
  })

  it('is still told from the agent when only a snapshot is left, and in what is sent next', async () => {
    const { session, messages, inputs } = await meet([
      whole((input) => [
        messagesSnapshot([
          ...input.messages,
          { id: 'in', role: 'assistant', content: 'notes', subagentRunId: 's' },
          { id: 'out', role: 'assistant', content: 'answer' },
        ]),
        textStart('in', by('s')),
        textContent('in', ' more', by('s')),
      ]),
      whole([]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(messages().map(({ content, subagentRunId }) => [content, subagentRunId])).toEqual([
      ['?', undefined],
      ['notes more', 's'],
      ['answer', undefined],
    ])
    await session.send('next')
    expect(inputs()[1]?.messages[1]).toMatchObject({ id: 'in', subagentRunId: 's' })
  })

  it('that was still at work when the run ended is shown as left, not as working', async () => {
    const { session, thread } = await meet([whole([subagentStarted('s', 'A')])])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(thread().subagents).toMatchObject([{ id: 's', status: 'abandoned' }])
  })
})
