import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../../test/frozen.ts'
import type { Issue } from '../issue.ts'
import type { Message } from '../protocol/message.ts'
import type { RunAgentInput } from '../protocol/run.ts'
import { toMessageList } from '../thread/message-list.ts'
import { emptyThread } from '../thread/thread.ts'
import { enforceInput, toRunInput } from './run-input.ts'

const request = { runId: 'r', tools: [], context: [] }
const input: RunAgentInput = { threadId: 't', runId: 'r', messages: [] }

describe('the input of a run', () => {
  it('P-98 holds no activity, and P-102 everything else as it is held', () => {
    const messages: Message[] = [
      { id: 'u', role: 'user', content: 'q', metadata: { k: null } },
      { id: 'act', role: 'activity', activityType: 'p', content: {} },
      { id: 'x', role: 'reasoning', content: 't', encryptedValue: 'E' },
      { id: 'a', role: 'assistant', content: 'a', subagentRunId: '' },
    ]
    const made = toRunInput({ ...emptyThread('t'), messages: toMessageList(messages) }, request)
    expect(made.messages).toEqual([messages[0], messages[2], messages[3]])
  })

  it('P-21 declares the version', () => {
    expect(toRunInput(emptyThread('t'), request).protocolVersion).toBe('1.0')
  })

  it('leaves a null state out, which cannot be sent, and keeps every other', () => {
    for (const state of [0, '', false, [1]]) {
      expect(toRunInput({ ...emptyThread('t'), state }, request).state).toEqual(state)
    }
    expect(toRunInput({ ...emptyThread('t'), state: null }, request)).not.toHaveProperty('state')
  })
})

describe('what may leave', () => {
  const check = (changed: object): { out: RunAgentInput; paths: readonly (string | undefined)[] } => {
    const issues: Issue[] = []
    const given = deepFreeze({ ...input, ...changed })
    const out = enforceInput(given, (issue) => issues.push(issue))
    expect(issues.every((issue) => issue.code === 'input-field-dropped')).toBe(true)
    return { out, paths: issues.map((issue) => issue.path) }
  }

  it('P-6 loses members AG-UI does not know at every depth, each with a word, and the original keeps them', () => {
    const { out, paths } = check({
      extra: 1,
      messages: [{ id: 'u', role: 'user', content: [{ type: 'text', text: 'q', mood: 'x' }], seen: true }],
      tools: [{ name: 'f', description: '', handler: 'x' }],
    })
    expect(out).toEqual({
      ...input,
      messages: [{ id: 'u', role: 'user', content: [{ type: 'text', text: 'q' }] }],
      tools: [{ name: 'f', description: '' }],
    })
    expect(paths).toEqual(['messages[0].content[0].mood', 'messages[0].seen', 'extra', 'tools[0].handler'])
  })

  it('P-6 keeps what is open: state, metadata, forwardedProps, parameters', () => {
    const open = {
      state: { a: { __proto__x: null } },
      messages: [{ id: 'u', role: 'user', content: 'q', metadata: { any: { thing: null } } }],
      tools: [{ name: 'f', description: '', parameters: { 'x-mine': 1 } }],
      forwardedProps: [null],
    }
    expect(check(open)).toEqual({ out: { ...input, ...open }, paths: [] })
  })

  it.each([
    ['a message without an id', { messages: [{ role: 'user', content: 'q' }] }, 'messages[0].id'],
    ['a number as text', { messages: [{ id: 'u', role: 'user', content: 7 }] }, 'messages[0].content'],
    ['a tool without a description', { tools: [{ name: 'f' }] }, 'tools[0].description'],
    ['a context without a value', { context: [{ description: 'd' }] }, 'context[0].value'],
  ])('P-6 does not leave with %s', (_what, changed, path) => {
    expect(() => check(changed)).toThrow(
      expect.objectContaining({ code: 'option-invalid', message: expect.stringContaining(path) }),
    )
  })

  it('does not leave when it is no JSON', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(() => enforceInput({ ...input, state: cycle }, () => {})).toThrow(
      expect.objectContaining({ code: 'option-invalid' }),
    )
  })
})
