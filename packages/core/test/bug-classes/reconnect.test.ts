// The class: a connection that breaks runs the agent twice, doubles or drops text, or is taken for the end.

import type { RunAgentInput } from '@agui-kit/core'
import {
  runFinished,
  runStarted,
  tapeOfText,
  textContent,
  textEnd,
  textMessage,
  textStart,
  toSse,
} from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { begun, idsOf, meet, textsOf, whole } from './live.ts'
import { meetResumable, numbered, status } from './reconnecting.ts'

const half = (input: RunAgentInput): readonly object[] => [
  runStarted(idsOf(input)),
  textStart('m'),
  textContent('m', 'The sea '),
]
const rest = (input: RunAgentInput): readonly object[] => [
  textContent('m', 'is wide.'),
  textEnd('m'),
  runFinished(undefined, idsOf(input)),
]

describe('a connection that breaks', () => {
  it.each(['error', 'end'] as const)(
    'never starts the run anew by itself, and is no success (the body: %s)',
    async (ended) => {
      const live = await meet([begun(textMessage('m', 'Half'), { ended })])
      expect(await live.session.send('?')).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
      expect(live.agent.requests).toHaveLength(1)
      expect(textsOf(live.messages())).toEqual(['?', 'Half'])
    },
  )

  it('is entered again after the last event that was applied, whatever ids stood on lines that are none', async () => {
    const noise = 'event: ping\nid: hb-77\n\n: still here\n\nid\ndata:\n\n'
    const live = await meetResumable({
      post: ({ input }) => {
        const { reads, ...tape } = numbered(input.runId, 0, half(input), { ended: 'error' })
        // An id with a NUL in it is none, and must not take the place of the one before it.
        const text = `id: ${input.runId}:3\nid: x\0y\ndata: ${JSON.stringify(textContent('m', 'out there '))}\n\n`
        return { ...tape, reads: [...reads, { afterMs: 0, text }, { afterMs: 0, text: noise }] }
      },
      reattach: (_request, _at) => {
        const [input] = live.inputs()
        return numbered(input?.runId ?? '', 4, rest(input as RunAgentInput))
      },
    })
    expect(await live.session.send('?')).toMatchObject({ kind: 'finished' })
    expect(live.lastEventIds()).toEqual([`${live.inputs()[0]?.runId}:3`])
    expect(textsOf(live.messages())).toEqual(['?', 'The sea out there is wide.'])
    expect(live.inputs()).toHaveLength(1)
  })

  it('while it is being entered again keeps the place it had, through answers that bring nothing', async () => {
    const live = await meetResumable({
      post: ({ input }) => numbered(input.runId, 0, half(input), { ended: 'error' }),
      reattach: (_request, at) => {
        const input = live.inputs()[0] as RunAgentInput
        if (at === 0) return numbered(input.runId, 3, [], { ended: 'end' })
        return at === 1 ? status(503) : numbered(input.runId, 3, rest(input))
      },
    })
    expect(await live.session.send('?')).toMatchObject({ kind: 'finished' })
    const place = `${live.inputs()[0]?.runId}:2`
    expect(live.lastEventIds()).toEqual([place, place, place])
    expect(textsOf(live.messages())).toEqual(['?', 'The sea is wide.'])
  })

  it('does not double what the server tells again, nor show what lies behind a hole as if it were whole', async () => {
    const live = await meetResumable({
      post: ({ input }) => {
        const [start, open, text] = half(input)
        // Frame 2 is missing.
        return tapeOfText(
          [
            toSse(start, `${input.runId}:0`),
            toSse(open, `${input.runId}:1`),
            toSse(textContent('m', 'is '), `${input.runId}:3`),
            ...(text === undefined ? [] : []),
          ],
          { headers: { 'ag-ui-resume': '1' } },
        )
      },
      reattach: () => {
        const input = live.inputs()[0] as RunAgentInput
        const events = [...half(input), textContent('m', 'is '), textContent('m', 'wide.'), textEnd('m')]
        return numbered(input.runId, 0, [...events, runFinished(undefined, idsOf(input))])
      },
    })
    expect(await live.session.send('?')).toMatchObject({ kind: 'finished' })
    expect(live.lastEventIds()).toEqual([`${live.inputs()[0]?.runId}:1`])
    expect(textsOf(live.messages())).toEqual(['?', 'The sea is wide.'])
  })

  it('for good ends in words, and the thread takes the next message at once', async () => {
    const live = await meetResumable(
      {
        post: ({ input }, at) =>
          at === 0
            ? numbered(input.runId, 0, half(input), { ended: 'error' })
            : numbered(input.runId, 0, [runStarted(idsOf(input)), runFinished(undefined, idsOf(input))]),
        reattach: () => status(503),
      },
      { retry: { firstMs: 0, maxMs: 0, maxAttempts: 3 } },
    )
    expect(await live.session.send('?')).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
    expect(live.lastEventIds()).toHaveLength(3)
    expect(live.session.getSnapshot().connection).toEqual({ kind: 'idle' })
    expect(await live.session.send('again')).toMatchObject({ kind: 'finished' })
    expect(textsOf(live.messages())).toEqual(['?', 'The sea ', 'again'])
  })

  it('and a person who tries again gets the answer once more, in a run of its own, after the half one', async () => {
    const live = await meet([
      begun([textStart('m'), textContent('m', 'The ans')]),
      whole(textMessage('n', 'The answer is 4.')),
    ])
    await live.session.send('2 + 2?')
    expect(await live.session.retry()).toMatchObject({ kind: 'finished' })
    expect(live.inputs()[1]?.runId).not.toBe(live.inputs()[0]?.runId)
    expect(textsOf(live.messages()).filter((text) => text === '2 + 2?')).toHaveLength(1)
    expect(textsOf(live.messages()).filter((text) => text === 'The answer is 4.')).toHaveLength(1)
  })
})
