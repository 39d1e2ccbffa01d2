import { describe, expect, it } from 'vitest'
import type { CaseOutcome, ConformanceCase } from './case.ts'
import { judgeCase, unmet } from './judge.ts'

const OUTCOME: CaseOutcome = {
  error: null,
  outcome: 'success',
  messages: [{ id: 'm', role: 'assistant', content: 'hi' }],
  state: { a: 1 },
  interrupts: [],
  pendingToolCallIds: [],
  warnings: 2,
  sent: 1,
  request: { messages: [], state: {}, runId: 'r' },
}

const keys = (expect: ConformanceCase['expect']): readonly string[] =>
  unmet(expect, OUTCOME).map((difference) => difference.key)

describe('a conformance case', () => {
  it('holds only the keys it names against what came', () => {
    expect(keys({})).toEqual([])
    expect(keys({ error: null, outcome: 'success', state: { a: 1 }, sent: 1 })).toEqual([])
    expect(keys({ error: 'fatal', outcome: 'error', state: { a: 2 }, sent: 2 })).toEqual([
      'error',
      'outcome',
      'state',
      'sent',
    ])
  })

  it('takes "*" for any value, but for no missing one', () => {
    expect(keys({ messages: [{ id: '*', role: 'assistant', content: 'hi' }] })).toEqual([])
    expect(keys({ messages: [{ id: 'm', role: 'assistant', content: 'hi', name: '*' }] })).toEqual([
      'messages',
    ])
  })

  it('sees a key too many, another order and another length', () => {
    expect(keys({ messages: [{ id: 'm', role: 'assistant' }] })).toEqual(['messages'])
    expect(keys({ messages: [] })).toEqual(['messages'])
    expect(keys({ interrupts: ['i'] })).toEqual(['interrupts'])
  })

  it('compares warnings by there being any', () => {
    expect(keys({ warnings: 1 })).toEqual([])
    expect(keys({ warnings: 0 })).toEqual(['warnings'])
  })

  it('holds a request to the members it names', () => {
    expect(keys({ request: { messages: [] } })).toEqual([])
    expect(keys({ request: { messages: [{}] } })).toEqual(['request'])
    expect(keys({ request: { tools: [] } })).toEqual(['request'])
  })

  it('fails when the run comes to something else', async () => {
    const test: ConformanceCase = {
      id: 'X',
      title: 'a text that should be another',
      events: [
        { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
        { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta: 'a' },
        { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
      ],
      expect: { messages: [{ id: 'm', role: 'assistant', content: 'b' }] },
    }
    expect(await judgeCase(test, 'strict')).toEqual([
      {
        key: 'messages',
        expected: [{ id: 'm', role: 'assistant', content: 'b' }],
        got: [{ id: 'm', role: 'assistant', content: 'a' }],
      },
    ])
  })
})
