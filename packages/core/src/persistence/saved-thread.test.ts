import {
  runFinished,
  runInterrupted,
  runStarted,
  stepStarted,
  subagentStarted,
  textMessage,
  toolCall,
} from '@agui-kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { legalStreams } from '../../test/legal-streams.ts'
import { createPipeline } from '../pipeline/pipeline.ts'
import { createDraft, publish } from '../thread/draft.ts'
import { toMessages } from '../thread/message-list.ts'
import { emptyThread, type Thread } from '../thread/thread.ts'
import { fromSaved, SAVED_VERSION, toSaved } from './saved-thread.ts'

function play(thread: Thread, events: readonly object[]): Thread {
  const draft = createDraft(thread, () => 5)
  createPipeline(draft, { strictness: 'strict' }).push(
    events.map((event) => ({ data: JSON.stringify(event) })),
  )
  return publish(draft).thread
}

function reloaded(thread: Thread, nowMs = 9): Thread {
  const read = fromSaved(JSON.stringify(toSaved(thread, 7)), thread.threadId, nowMs)
  if ('problem' in read) throw new Error(read.why)
  return read.thread
}

const visible = ({ messages, issues: _, ...thread }: Thread) => ({
  ...thread,
  messages: toMessages(messages),
})

const THREAD = play(emptyThread('t'), [
  runStarted(),
  ...textMessage('m', 'a'),
  ...toolCall('c', 'f'),
  runInterrupted({ id: 'i', reason: 'tool_call', toolCallId: 'c' }),
])
const SAVED = JSON.parse(JSON.stringify(toSaved(THREAD, 7))) as Record<string, unknown>
const problem = (change: Record<string, unknown>, threadId = 't'): string => {
  const read = fromSaved(JSON.stringify({ ...SAVED, ...change }), threadId, 0)
  return 'problem' in read ? read.problem : 'none'
}

describe('a saved thread', () => {
  it('comes back as it was', () => {
    expect(visible(reloaded(THREAD))).toEqual(visible(THREAD))
  })

  it('saved and read at the end of a run makes no difference to the runs after it', () => {
    fc.assert(
      fc.property(legalStreams(), legalStreams(), (first, second) => {
        const next = second.map((event) => ('runId' in event ? { ...event, runId: 'r2' } : event))
        const lived = play(play(emptyThread('t'), first), next)
        const saved = play(reloaded(play(emptyThread('t'), first)), next)
        expect(visible(saved)).toEqual(visible(lived))
      }),
    )
  })

  it('of a live run comes back truncated, with nothing under way', () => {
    const live = play(emptyThread('t'), [
      runStarted(),
      stepStarted('s'),
      subagentStarted('sub', 'Sub'),
      ...toolCall('c', 'f'),
    ])
    const back = reloaded({
      ...live,
      toolCalls: new Map([...live.toolCalls].map(([id, call]) => [id, { ...call, executing: true }])),
    })
    expect(back).toMatchObject({
      run: { kind: 'truncated', cause: 'reloaded', runId: 'r', endedAtMs: 9 },
      steps: [{ status: 'done' }],
      subagents: [{ status: 'abandoned' }],
    })
    expect(back.toolCalls.get('c')).not.toHaveProperty('executing')
    expect(back.streaming.size).toBe(0)
  })

  it.each([
    // The only one that was open, so it was about to leave.
    ['queued', 'unconfirmed'],
    ['sending', 'unconfirmed'],
    ['failed', 'failed'],
    ['unconfirmed', 'unconfirmed'],
  ] as const)('brings a decision that was %s back as %s', (before, after) => {
    const [open] = THREAD.interrupts
    if (open === undefined) throw new Error()
    const decision = {
      interruptId: 'i',
      entry: { interruptId: 'i', status: 'cancelled' as const },
      delivery: before,
      decidedAtMs: 1,
      interrupt: open.interrupt,
    }
    expect(
      reloaded({ ...THREAD, interrupts: [{ ...open, decision }] }).interrupts[0]?.decision?.delivery,
    ).toBe(after)
  })

  it.each([
    ['another kit', { kit: 'other' }, 'foreign'],
    ['another thread', { threadId: 'other' }, 'foreign'],
    ['a newer version', { version: SAVED_VERSION + 1 }, 'newer'],
    ['no version', { version: undefined }, 'newer'],
    ['no messages', { messages: undefined }, 'unreadable'],
    ['a message without an id', { messages: [{ role: 'user', content: '' }] }, 'unreadable'],
    ['steps that are no list', { steps: {} }, 'unreadable'],
    ['a list of texts for decisions', { decisions: ['x'] }, 'unreadable'],
    ['a decision without an entry', { decisions: [{ interruptId: 'i' }] }, 'unreadable'],
    [
      'an interrupt without an id',
      { interrupts: [{ interrupt: { reason: 'x' }, runId: 'r' }] },
      'unreadable',
    ],
    ['a tool call without an id', { toolCalls: [{ messageId: 'm' }] }, 'unreadable'],
    ['a run of no kind', { run: { kind: 'flying' } }, 'unreadable'],
    ['a run that is no object', { run: null }, 'unreadable'],
    ['a finished run without an outcome', { run: { kind: 'finished', runId: 'r' } }, 'unreadable'],
    [
      'an outcome without its lists',
      { run: { kind: 'finished', runId: 'r', outcome: { type: 'success' } } },
      'unreadable',
    ],
    ['a failed run without a failure', { run: { kind: 'failed', runId: 'r' } }, 'unreadable'],
    ['a live run without an id', { run: { kind: 'running' } }, 'unreadable'],
    ['a tool call of no phase', { toolCalls: [{ id: 'c', messageId: 'c', phase: 'x' }] }, 'unreadable'],
    ['a step without a name', { steps: [{}] }, 'unreadable'],
    ['a subagent without an id', { subagents: [{ name: 'x', status: 'success' }] }, 'unreadable'],
    [
      'a decision on its way to nowhere',
      {
        decisions: [
          {
            interruptId: 'i',
            delivery: 'lost',
            entry: { interruptId: 'i', status: 'cancelled' },
            interrupt: { id: 'i', reason: 'x' },
          },
        ],
      },
      'unreadable',
    ],
  ])('with %s is told apart, not thrown', (_what, change, expected) => {
    expect(problem(change)).toBe(expected)
  })

  it('whatever the text, nothing is thrown, and what is read can be used', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(fromSaved(text, 't', 0)).toHaveProperty('problem')
      }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(SAVED)), fc.jsonValue(), (key, value) => {
        const read = fromSaved(JSON.stringify({ ...SAVED, [key]: value }), 't', 0)
        if ('thread' in read)
          play(read.thread, [
            runStarted({ runId: 'r2' }),
            ...toolCall('d', 'f'),
            { ...runFinished(), runId: 'r2' },
          ])
      }),
    )
  })
})
