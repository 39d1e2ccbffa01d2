import { describe, expect, it } from 'vitest'
import { isKitError } from '../error.ts'
import { toSnapshot } from './thread-snapshot.ts'

const read = (text: string): ReturnType<typeof toSnapshot> => toSnapshot(JSON.parse(text), 't')

/** A snapshot like any, with something else in one place. */
const having = (change: object): string =>
  JSON.stringify({ threadId: 't', messages: [], state: {}, interrupts: [], ...change })

describe('a snapshot as documented', () => {
  it('is read whole', () => {
    const messages = [
      { id: 'u', role: 'user', content: 'hi' },
      { id: 'a', role: 'activity', activityType: 'plan', content: { steps: [] } },
    ]
    const interrupt = { id: 'i1', reason: 'tool_call' }
    const open = [{ type: 'TEXT_MESSAGE_START', messageId: 'm7', role: 'assistant' }]
    const answered = { status: 'resolved', payload: { approved: true }, runId: 'r2' }
    const text = having({
      messages,
      state: { n: 1 },
      interrupts: [
        { interrupt, runId: 'r1', answered },
        { interrupt: { ...interrupt, id: 'i2' }, runId: 'r1' },
      ],
      activeRun: { runId: 'r2', lastEventId: 'r2:41', open },
      lastRun: { runId: 'r1', outcome: { type: 'interrupt', interrupts: [interrupt] } },
    })
    expect(read(text)).toEqual({
      messages,
      state: { n: 1 },
      interrupts: [
        { interrupt, runId: 'r1', answered: { status: 'resolved', payload: { approved: true } } },
        { interrupt: { ...interrupt, id: 'i2' }, runId: 'r1' },
      ],
      activeRun: { runId: 'r2', lastEventId: 'r2:41', open },
      lastRun: { runId: 'r1', outcome: { type: 'interrupt', interrupts: [interrupt] } },
    })
  })

  it('has absences for its nulls', () => {
    expect(read(having({ activeRun: null, lastRun: null }))).toEqual({
      messages: [],
      state: {},
      interrupts: [],
    })
    expect(read(having({ activeRun: { runId: 'r', lastEventId: null, open: [] } })).activeRun).toEqual({
      runId: 'r',
      open: [],
    })
    expect(read(having({ lastRun: { runId: 'r', outcome: null, error: null } })).lastRun).toEqual({
      runId: 'r',
    })
  })

  it('keeps what a run failed with, and nothing beside it', () => {
    const error = { code: 'internal', message: 'It broke.', stack: 'secret' }
    expect(read(having({ lastRun: { runId: 'r', error } })).lastRun).toEqual({
      runId: 'r',
      error: { code: 'internal', message: 'It broke.' },
    })
  })

  it('P-34 takes an outcome it does not know for success, and leaves out openers it does not know', () => {
    const open = [{ type: 'HOLOGRAM_START', id: 'h' }, { type: 'RUN_STARTED' }, { type: '__proto__' }]
    const snapshot = read(having({ lastRun: { runId: 'r', outcome: { type: 'postponed' } } }))
    expect(snapshot.lastRun).toEqual({ runId: 'r' })
    expect(read(having({ activeRun: { runId: 'r', open } })).activeRun?.open).toEqual([])
  })
})

describe('a snapshot that cannot be trusted is refused whole', () => {
  it.each([
    ['null', 'null'],
    ['a text', '"hello"'],
    ['a list', '[]'],
    ['nothing', '{}'],
    ['another thread', having({ threadId: 'other' })],
    ['messages that are no list', having({ messages: { length: 1 } })],
    ['a message without an id', having({ messages: [{ role: 'user', content: 'x' }] })],
    [
      'a message whose text is an object',
      having({ messages: [{ id: 'm', role: 'assistant', content: {} }] }),
    ],
    ['calls that are no calls', having({ messages: [{ id: 'm', role: 'assistant', toolCalls: [5] }] })],
    ['interrupts that are no list', having({ interrupts: null })],
    ['an interrupt that is a text', having({ interrupts: ['i1'] })],
    ['an interrupt without its run', having({ interrupts: [{ interrupt: { id: 'i', reason: 'x' } }] })],
    ['an interrupt with a number for an id', having({ interrupts: [{ interrupt: { id: 1 }, runId: 'r' }] })],
    [
      'an answer of no kind',
      having({
        interrupts: [{ interrupt: { id: 'i', reason: 'x' }, runId: 'r', answered: { status: 'maybe' } }],
      }),
    ],
    [
      'an answer that is a text',
      having({ interrupts: [{ interrupt: { id: 'i', reason: 'x' }, runId: 'r', answered: 'yes' }] }),
    ],
    ['an active run that is a text', having({ activeRun: 'r' })],
    ['an active run without an id', having({ activeRun: { open: [] } })],
    ['a position that is a number', having({ activeRun: { runId: 'r', lastEventId: 41, open: [] } })],
    ['open items that are no list', having({ activeRun: { runId: 'r', open: {} } })],
    [
      'an open message without an id',
      having({ activeRun: { runId: 'r', open: [{ type: 'TEXT_MESSAGE_START' }] } }),
    ],
    [
      'an open step whose name is an object',
      having({ activeRun: { runId: 'r', open: [{ type: 'STEP_STARTED', stepName: {} }] } }),
    ],
    ['a last run without an id', having({ lastRun: { outcome: { type: 'success' } } })],
    ['an error that is a text', having({ lastRun: { runId: 'r', error: 'boom' } })],
    ['an error without a message', having({ lastRun: { runId: 'r', error: { code: 'x' } } })],
    ['an outcome that is a text', having({ lastRun: { runId: 'r', outcome: 'success' } })],
    ['an interrupt outcome without any', having({ lastRun: { runId: 'r', outcome: { type: 'interrupt' } } })],
  ])('%s', (_what, text) => {
    let thrown: unknown
    try {
      read(text)
    } catch (error) {
      thrown = error
    }
    expect(isKitError(thrown, 'transport-not-a-stream')).toBe(true)
  })
})

it('"__proto__" and its like are members like any, and reach no prototype', () => {
  const evil = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'
  const snapshot = read(`{${evil},"threadId":"t",
    "messages":[{${evil},"id":"__proto__","role":"user","content":"x","metadata":{${evil}}}],
    "state":{${evil}},
    "interrupts":[{${evil},"interrupt":{${evil},"id":"__proto__","reason":"x"},"runId":"__proto__"}],
    "activeRun":{${evil},"runId":"__proto__","open":[
      {${evil},"type":"STEP_STARTED","stepName":"__proto__"},
      {${evil},"type":"TOOL_CALL_START","toolCallId":"__proto__","toolCallName":"x"}]}}`)
  expect(({} as { polluted?: true }).polluted).toBeUndefined()
  expect((snapshot as { polluted?: true }).polluted).toBeUndefined()
  expect(Object.keys(snapshot.messages[0] ?? {}).toSorted()).toEqual(['content', 'id', 'metadata', 'role'])
  expect(Object.keys(snapshot.activeRun?.open[0] ?? {}).toSorted()).toEqual(['stepName', 'type'])
})
