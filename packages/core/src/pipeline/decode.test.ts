import { runStarted, textContent } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { createDecode } from './decode.ts'

type Facts = readonly [code: string, path?: string]

/** One frame, read in one mode: the event it became, what was noted, and what ended the stream. */
function read(
  frame: unknown,
  tolerant: boolean,
): { event: unknown; notes: readonly Facts[]; fatal: Facts | undefined } {
  const decode = createDecode(tolerant)
  const data = typeof frame === 'string' ? frame : JSON.stringify(frame)
  const { out, issues, fatal } = decode.step(decode.initial, [{ data }])
  const facts = ({ code, path }: { code: string; path?: string }): Facts => (path ? [code, path] : [code])
  return { event: out[0]?.event, notes: issues.map(facts), fatal: fatal && facts(fatal) }
}

const started = runStarted()

describe.each([
  ['strict', false],
  ['tolerant', true],
])('in %s mode', (_mode, tolerant) => {
  it.each([
    ['text that is no JSON', 'oops', 'frame-not-json'],
    ['a list', '[{"type":"RUN_STARTED"}]', 'frame-not-event'],
    ['null', 'null', 'frame-not-event'],
    ['an object without a type', '{"event":1}', 'frame-not-event'],
    ['an empty type', '{"type":""}', 'frame-not-event'],
    ['a type that is no string', '{"type":7}', 'frame-not-event'],
  ])('P-3 %s is no event and ends the stream', (_what, data, code) => {
    expect(read(data, tolerant)).toEqual({ event: undefined, notes: [], fatal: [code] })
  })

  it('P-7 an event of an unknown type is left out with a word', () => {
    expect(read({ type: 'MOOD_CHANGED', mood: 1 }, tolerant)).toEqual({
      event: undefined,
      notes: [['event-unknown']],
      fatal: undefined,
    })
    // A name that every object inherits is no event either.
    expect(read({ type: 'toString' }, tolerant).notes).toEqual([['event-unknown']])
  })

  it('P-8 unknown fields are taken away at every depth, each with its path', () => {
    const frame = JSON.stringify({
      ...started,
      subagentRunId: 's',
      input: {
        threadId: 't',
        runId: 'r',
        extra: 1,
        messages: [
          { id: 'u', role: 'user', content: [{ type: 'text', text: 'a', mood: 1 }], constructor: 2 },
        ],
      },
    })
    expect(read(frame, tolerant)).toEqual({
      event: {
        ...started,
        input: {
          threadId: 't',
          runId: 'r',
          messages: [{ id: 'u', role: 'user', content: [{ type: 'text', text: 'a' }] }],
        },
      },
      notes: expect.arrayContaining([
        ['field-unknown', 'subagentRunId'],
        ['field-unknown', 'input.extra'],
        ['field-unknown', 'input.messages[0].content[0].mood'],
        ['field-unknown', 'input.messages[0].constructor'],
      ]),
      fatal: undefined,
    })
  })

  it('P-10 what the protocol leaves open is kept without a word', () => {
    const open = { ...started, metadata: { any: { __proto__x: null } }, rawEvent: [null] }
    expect(read(open, tolerant)).toEqual({ event: open, notes: [], fatal: undefined })
  })

  it.each([
    ['a number as an id', { ...textContent('m', 'a'), messageId: 7 }, 'messageId'],
    ['a missing field', { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm' }, 'delta'],
    ['a null in a required field', { ...textContent('m', 'a'), delta: null }, 'delta'],
    [
      'an empty list of interrupts',
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r', outcome: { type: 'interrupt', interrupts: [] } },
      'outcome.interrupts',
    ],
    [
      'a boolean as a response schema',
      {
        type: 'RUN_FINISHED',
        threadId: 't',
        runId: 'r',
        outcome: { type: 'interrupt', interrupts: [{ id: 'i', reason: 'x', responseSchema: true }] },
      },
      'outcome.interrupts[0].responseSchema',
    ],
    ['a number as an optional id', { ...textContent('m', 'a'), subagentRunId: 7 }, 'subagentRunId'],
  ])('P-11 %s ends the stream', (_what, frame, path) => {
    expect(read(frame, tolerant)).toEqual({ event: undefined, notes: [], fatal: ['field-malformed', path] })
  })

  it.each([
    ['rawEvent', { ...started, rawEvent: null }, started],
    [
      'result and outcome',
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r', result: null, outcome: null },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    ],
    [
      'parentMessageId',
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'f', parentMessageId: null },
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'f' },
    ],
  ])('P-16 a null in %s was once written for absence and reads so, with a word', (_what, frame, event) => {
    const { notes, ...rest } = read(frame, tolerant)
    expect(rest).toEqual({ event, fatal: undefined })
    expect(new Set(notes.map(([code]) => code))).toEqual(new Set(['legacy-shape']))
  })

  it('P-16 a null state in the echo of an input is accepted without a word', () => {
    const input = { threadId: 't', runId: 'r', messages: [] }
    expect(read({ ...started, input: { ...input, state: null } }, tolerant)).toEqual({
      event: { ...started, input },
      notes: [],
      fatal: undefined,
    })
  })
})

describe('where the modes differ', () => {
  it.each([
    ['metadata', { ...started, metadata: null }],
    ['timestamp', { ...started, timestamp: null }],
    ['name', { type: 'TEXT_MESSAGE_START', messageId: 'm', name: null }],
    ['subagentRunId', { ...textContent('m', 'a'), subagentRunId: null }],
  ])('P-16 any other null, as in %s, is malformed; tolerantly it reads as absent', (path, frame) => {
    expect(read(frame, false).fatal).toEqual(['field-malformed', path])
    const { event, notes, fatal } = read(frame, true)
    expect({ notes, fatal }).toEqual({ notes: [['null-as-absent', path]], fatal: undefined })
    expect(event).not.toHaveProperty(path)
  })

  it.each([
    ['a fraction of a millisecond', { ...started, timestamp: 1.5 }, 'timestamp'],
    ['metadata that is a list', { ...started, metadata: [] }, 'metadata'],
    [
      'a negative token count',
      { type: 'RUN_ERROR', message: 'x', usage: [{ inputTokens: -1 }] },
      'usage[0].inputTokens',
    ],
  ])('P-11 %s ends the stream; tolerantly what only informs is left out', (_what, frame, path) => {
    expect(read(frame, false).fatal).toEqual(['field-malformed', path])
    const { event, fatal } = read(frame, true)
    expect(fatal).toBeUndefined()
    expect(event).toMatchObject({ type: (frame as { type: string }).type })
  })

  it('P-3 the [DONE] of another protocol is no event; tolerantly it is left out with a word', () => {
    expect(read('[DONE]', false).fatal).toEqual(['frame-not-json'])
    expect(read(' [DONE]', true)).toEqual({ event: undefined, notes: [['frame-not-json']], fatal: undefined })
  })
})

it('what stands before a broken frame is given on, what stands behind it is not', () => {
  const decode = createDecode(false)
  const { out, fatal } = decode.step(decode.initial, [
    { data: JSON.stringify(started) },
    { data: 'oops' },
    { data: JSON.stringify(textContent('m', 'a')) },
  ])
  expect(out.map(({ event }) => event.type)).toEqual(['RUN_STARTED'])
  expect(fatal?.severity).toBe('fatal')
})
