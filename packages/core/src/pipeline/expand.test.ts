import {
  activitySnapshot,
  customEvent,
  encryptedValue,
  messagesSnapshot,
  rawEvent,
  reasoningChunk,
  runError,
  runFinished,
  runStarted,
  stateDelta,
  stateSnapshot,
  stepFinished,
  stepStarted,
  subagentError,
  subagentFinished,
  subagentStarted,
  textChunk,
  textContent,
  textEnd,
  textStart,
  toolChunk,
  toolResult,
} from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../protocol/event.ts'
import { createExpand } from './expand.ts'

function expand(events: readonly AgentEvent[], tolerant = false) {
  const stage = createExpand(tolerant)
  const { out, issues, fatal } = stage.step(stage.initial, events)
  return { out, issues: issues.map((issue) => issue.code), fatal: fatal?.code }
}

const s1 = { subagentRunId: 's1' }
const START = { type: 'TEXT_MESSAGE_START', messageId: 'm' }
const content = (delta: string, more: object = {}) => ({
  type: 'TEXT_MESSAGE_CONTENT',
  messageId: 'm',
  delta,
  ...more,
})
const END = { type: 'TEXT_MESSAGE_END', messageId: 'm' }

describe('chunks', () => {
  it('P-64 become start, content and end; a batch without any passes as it is', () => {
    expect(
      expand([
        textChunk({ messageId: 'm', role: 'user', name: 'n', delta: 'a' }),
        textChunk({ delta: 'b' }),
        runFinished(),
      ]).out,
    ).toEqual([{ ...START, role: 'user', name: 'n' }, content('a'), content('b'), END, runFinished()])
    const whole = [runStarted(), textStart('m')]
    expect(expand(whole).out).toBe(whole)
  })

  it('P-65 assemble one to a lane, a lane to an owner', () => {
    const { out, fatal } = expand([
      textChunk({ messageId: 'p', delta: '1' }),
      textChunk({ messageId: 'q', delta: '2', ...s1 }),
      textChunk({ delta: '3', ...s1 }),
      textChunk({ messageId: 'p', delta: '4' }),
      textChunk({ delta: '5' }),
    ])
    expect(fatal).toBeUndefined()
    const deltas = (id: string): string =>
      out
        .flatMap((event) =>
          'delta' in event && 'messageId' in event && event.messageId === id ? [event.delta] : [],
        )
        .join('')
    expect([deltas('p'), deltas('q')]).toEqual(['145', '23'])
  })

  it('P-66 without id and tag go on with the only open one of their kind, and are ambiguous among several', () => {
    expect(
      expand([textChunk({ messageId: 'm', delta: 'a', ...s1 }), textChunk({ delta: 'b' })]).out.at(-1),
    ).toEqual(content('b', s1))
    const several = [
      textChunk({ messageId: 'm', ...s1 }),
      textChunk({ messageId: 'n', subagentRunId: 's2' }),
      textChunk({ delta: 'b' }),
    ]
    expect(expand(several).fatal).toBe('chunk-ambiguous')
    expect(expand(several, true).fatal).toBe('chunk-ambiguous')
  })

  it('P-66 naming an open id under another owner are refused', () => {
    expect(
      expand([textChunk({ messageId: 'm', ...s1 }), textChunk({ messageId: 'm', subagentRunId: 's2' })])
        .fatal,
    ).toBe('owner-mismatch')
  })

  it('P-67 that come first need their ids, and the tool’s name; the empty string is an id', () => {
    expect(expand([textChunk({ delta: 'a' })]).fatal).toBe('chunk-without-id')
    expect(expand([reasoningChunk({ delta: 'a' })]).fatal).toBe('chunk-without-id')
    expect(expand([toolChunk({ toolCallName: 'f' })]).fatal).toBe('chunk-without-id')
    expect(expand([toolChunk({ toolCallId: 'c' })]).fatal).toBe('chunk-without-id')
    expect(expand([textChunk({ messageId: '', delta: 'a' })]).out).toHaveLength(2)
  })

  it.each([
    ['role', textChunk({ messageId: 'm' }), textChunk({ role: 'user' })],
    ['name', textChunk({ messageId: 'm' }), textChunk({ name: 'n' })],
    ['toolCallName', toolChunk({ toolCallId: 'c', toolCallName: 'f' }), toolChunk({ toolCallName: 'g' })],
    [
      'parentMessageId',
      toolChunk({ toolCallId: 'c', toolCallName: 'f' }),
      toolChunk({ parentMessageId: 'p' }),
    ],
  ])('P-68 that change %s are refused; tolerantly the opener’s stands', (_what, opener, conflict) => {
    expect(expand([opener, conflict]).fatal).toBe('chunk-conflict')
    expect(expand([opener, conflict], true)).toMatchObject({ issues: ['chunk-conflict'], fatal: undefined })
  })

  it('P-68 may repeat what the opener said, or left to its meaning', () => {
    expect(
      expand([
        textChunk({ messageId: 'm', delta: 'a' }),
        textChunk({ messageId: 'm', role: 'assistant', delta: 'b' }),
      ]),
    ).toMatchObject({ fatal: undefined, issues: [] })
  })

  it('P-69 of another id or kind in the same lane close what was pending', () => {
    expect(
      expand([
        textChunk({ messageId: 'm', delta: 'a' }),
        toolChunk({ toolCallId: 'c', toolCallName: 'f' }),
        textChunk({ messageId: 'n' }),
      ]).out.map((event) => event.type),
    ).toEqual([
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'TOOL_CALL_START',
      'TOOL_CALL_END',
      'TEXT_MESSAGE_START',
    ])
  })

  const closers = [
    customEvent('x', 1),
    stepStarted('x'),
    stepFinished('x'),
    stateSnapshot({}),
    stateDelta([]),
    textStart('n'),
    textContent('n', ''),
    textEnd('n'),
    toolResult('c', ''),
  ]
  it.each(closers.map((event) => [event.type, event] as const))(
    'P-70 are closed by %s in their lane only',
    (_type, event) => {
      const open = [textChunk({ messageId: 'm' }), textChunk({ messageId: 'q', ...s1 })]
      expect(expand([...open, event]).out.slice(2)).toEqual([END, event])
      const tagged = { ...event, ...s1 }
      expect(expand([...open, tagged]).out.slice(2)).toEqual([{ ...END, messageId: 'q', ...s1 }, tagged])
    },
  )

  it.each([subagentFinished('s1'), subagentError('s1')].map((event) => [event.type, event] as const))(
    'P-70 of an invocation are closed by its %s',
    (_type, event) => {
      const open = [textChunk({ messageId: 'm' }), textChunk({ messageId: 'q', ...s1 })]
      expect(expand([...open, event]).out.slice(2)).toEqual([{ ...END, messageId: 'q', ...s1 }, event])
    },
  )

  it.each(
    [runStarted(), runFinished(), runError(), messagesSnapshot([])].map(
      (event) => [event.type, event] as const,
    ),
  )('P-71 are closed in all lanes by %s, in the order they opened, before it', (_type, event) => {
    const open = [textChunk({ messageId: 'q', ...s1 }), textChunk({ messageId: 'm' })]
    expect(expand([...open, event]).out.slice(2)).toEqual([{ ...END, messageId: 'q', ...s1 }, END, event])
  })

  it.each(
    [
      rawEvent(1),
      activitySnapshot('a', 'p', {}),
      encryptedValue('message', 'x', 'E'),
      subagentStarted('s1', 'Sub'),
    ].map((event) => [event.type, event] as const),
  )('P-72 are not closed by %s', (_type, event) => {
    expect(expand([textChunk({ messageId: 'm' }), event, textChunk({ delta: 'a' })])).toMatchObject({
      out: [START, event, content('a')],
      fatal: undefined,
    })
  })

  it('P-73 may take a closed id up again, but not without naming it', () => {
    const closed = [textChunk({ messageId: 'm', delta: 'a' }), customEvent('x', 1)]
    expect(expand([...closed, textChunk({ messageId: 'm', delta: 'b' })]).out.slice(4)).toEqual([
      START,
      content('b'),
    ])
    expect(expand([...closed, textChunk({ delta: 'b' })]).fatal).toBe('chunk-without-id')
    expect(
      expand([
        toolChunk({ toolCallId: 'c', toolCallName: 'f' }),
        customEvent('x', 1),
        toolChunk({ toolCallId: 'c' }),
      ]).fatal,
    ).toBe('chunk-without-id')
  })

  it('P-75 with a delta, an empty one too, or a rawEvent bring a content event; an opener with neither none', () => {
    expect(expand([textChunk({ messageId: 'm' })]).out).toEqual([START])
    expect(expand([textChunk({ messageId: 'm', delta: '' })]).out).toEqual([START, content('')])
    expect(expand([textChunk({ messageId: 'm', rawEvent: 1 })]).out).toEqual([
      START,
      content('', { rawEvent: 1 }),
    ])
    expect(expand([textChunk({ messageId: 'm' }), textChunk({ metadata: { k: 1 } })]).out).toEqual([
      START,
      content('', { metadata: { k: 1 } }),
    ])
    expect(expand([textChunk({ messageId: 'm' }), textChunk({})]).out).toEqual([START])
  })

  it('P-76 carry metadata on all they become but the end, the rawEvent on the content, no timestamp', () => {
    const metadata = { k: 1 }
    expect(
      expand([
        textChunk({ messageId: 'm', delta: 'a', metadata, rawEvent: 1, timestamp: 5, ...s1 }),
        textChunk({ messageId: 'n', metadata, ...s1 }),
      ]).out,
    ).toEqual([
      { ...START, metadata, ...s1 },
      content('a', { metadata, rawEvent: 1, ...s1 }),
      { ...END, ...s1 },
      { ...START, messageId: 'n', metadata, ...s1 },
    ])
  })

  it('P-74 are ended by an explicit event for their id, which is then judged alone', () => {
    expect(expand([textChunk({ messageId: 'm', delta: 'a' }), textContent('m', 'b')]).out.slice(2)).toEqual([
      END,
      content('b'),
    ])
  })

  it('P-77 get no end when the stream just stops', () => {
    expect(expand([textChunk({ messageId: 'm', delta: 'a' })]).out.map((event) => event.type)).not.toContain(
      'TEXT_MESSAGE_END',
    )
  })

  it('are the same whatever batches they come in, and leave what they are given alone', () => {
    const events = [
      textChunk({ messageId: 'm', delta: 'a' }),
      toolChunk({ toolCallId: 'c', toolCallName: 'f', delta: '{' }),
      toolChunk({ delta: '}' }),
      runFinished(),
    ]
    const stage = createExpand(false)
    let state = stage.initial
    const single = events.flatMap((event) => {
      const step = stage.step(state, [Object.freeze(event)])
      state = step.state
      return step.out
    })
    expect(single).toEqual(expand(events).out)
  })
})
