import {
  runStarted,
  textContent,
  textStart,
  toolArgs,
  toolCall,
  toolEnd,
  toolResult,
  toolStart,
} from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { createPipeline } from '../pipeline/pipeline.ts'
import type { ResumeEntry } from '../protocol/run.ts'
import { createDraft, publish } from './draft.ts'
import {
  type Decision,
  type Delivery,
  emptyThread,
  type OpenInterrupt,
  type RunState,
  type Thread,
} from './thread.ts'
import {
  editedArgsOf,
  isDenial,
  isErrorResult,
  selectToolCall,
  type ToolCallStatus,
} from './tool-call-view.ts'

const CALL = toolCall('c', 'f')
const RUNNING: RunState = { kind: 'running', runId: 'r', startedAtMs: 0 }
const ended = (outcome: Extract<RunState, { kind: 'finished' }>['outcome']): RunState => ({
  kind: 'finished',
  runId: 'r',
  endedAtMs: 0,
  outcome,
})
const SUCCESS = ended({ type: 'success', pendingToolCallIds: ['c'] })
const CANCELLED = ended({ type: 'cancelled' })
const cut = (cause: 'stopped' | 'disconnected'): RunState => ({
  kind: 'truncated',
  runId: 'r',
  endedAtMs: 0,
  cause,
})

function threadOf(events: readonly object[], change: Partial<Thread> = {}): Thread {
  const draft = createDraft(emptyThread('t'), () => 0)
  createPipeline(draft, { strictness: 'strict' }).push(
    [runStarted(), ...events].map((event) => ({ data: JSON.stringify(event) })),
  )
  return { ...publish(draft).thread, ...change }
}

const entry = (status: ResumeEntry['status'], payload?: unknown): ResumeEntry => ({
  interruptId: 'i',
  status,
  ...(payload !== undefined && { payload }),
})
const decision = (delivery: Delivery, given: ResumeEntry, more: Partial<Decision> = {}): Decision => ({
  interruptId: 'i',
  toolCallId: 'c',
  entry: given,
  delivery,
  decidedAtMs: 0,
  interrupt: { id: 'i', reason: 'tool_call', toolCallId: 'c' },
  ...more,
})
const asked = (given?: Decision, more: Partial<OpenInterrupt> = {}): Partial<Thread> => ({
  run: ended({ type: 'interrupt', interruptIds: ['i'], pendingToolCallIds: ['c'] }),
  interrupts: [
    {
      interrupt: { id: 'i', reason: 'tool_call', toolCallId: 'c' },
      runId: 'r',
      openedAtMs: 0,
      ...(given && { decision: given }),
      ...more,
    },
  ],
})
const settled = (...decisions: readonly Decision[]): Partial<Thread> => ({ decisions, run: SUCCESS })

const yes = entry('resolved', { approved: true })
const no = entry('resolved', { approved: false })
const OPEN = [toolStart('c', 'f'), toolArgs('c', '{"a"')]
const failed = toolResult('c', '{"isError":true,"content":[]}')

describe('the status of a call', () => {
  it.each<[ToolCallStatus, string, readonly object[], Partial<Thread>, boolean?]>([
    ['streaming', 'while its arguments stream', OPEN, { run: RUNNING }],
    ['running', 'when its arguments are whole and the run goes on', CALL, { run: RUNNING }],
    ['waiting', 'when they are whole and the application runs it', CALL, { run: RUNNING }, true],
    ['waiting', 'when the run has ended and the application will run it', CALL, { run: SUCCESS }, true],
    ['unknown', 'when the run has ended without its result', CALL, { run: SUCCESS }],
    ['unknown', 'when the stream was cut', CALL, { run: cut('disconnected') }],
    ['unknown', 'when the stream was cut in its arguments', OPEN, { run: cut('disconnected') }],
    ['cancelled', 'when the person stopped it in its arguments', OPEN, { run: cut('stopped') }],
    ['unknown', 'when the person stopped it after them: it may have run', CALL, { run: cut('stopped') }],
    ['cancelled', 'when its run was cancelled', CALL, { run: CANCELLED }],
    ['done', 'with its result', [...CALL, toolResult('c', 'R')], { run: RUNNING }],
    [
      'done',
      'with its result, though the stream was cut',
      [...CALL, toolResult('c', 'R')],
      { run: cut('stopped') },
    ],
    ['failed', 'with a result that says so', [...CALL, failed], { run: RUNNING }],
    ['approval', 'when it is asked about', CALL, asked()],
    ['waiting', 'when the answer waits for others', CALL, asked(decision('queued', yes))],
    ['running', 'when the answer is on its way', CALL, asked(decision('sending', yes))],
    ['unknown', 'when the answer may have arrived', CALL, asked(decision('unconfirmed', yes))],
    ['approval', 'when the answer was refused', CALL, asked(decision('failed', yes))],
    ['approval', 'when a denial was refused', CALL, asked(decision('failed', no))],
    ['denied', 'as soon as it was denied', CALL, asked(decision('queued', no))],
    [
      'denied',
      'after it was denied, though a result explains it',
      [...CALL, toolResult('c', 'R')],
      settled(decision('accepted', no)),
    ],
    ['cancelled', 'when the question was cancelled', CALL, asked(decision('sending', entry('cancelled')))],
    ['expired', 'when the agent says so', CALL, asked(undefined, { expired: true })],
    [
      'expired',
      'when it was cancelled after its deadline',
      CALL,
      settled(decision('accepted', entry('cancelled'), { expired: true })),
    ],
    [
      'done',
      'when it was approved and has its result',
      [...CALL, toolResult('c', 'R')],
      settled(decision('accepted', yes)),
    ],
    ['denied', 'by its latest decision', CALL, settled(decision('accepted', yes), decision('accepted', no))],
  ])('is %s %s', (status, _when, events, change, isClientTool) => {
    expect(selectToolCall(threadOf(events, change), 'c', isClientTool)?.status).toBe(status)
  })

  it('is there for calls the thread has, and no others', () => {
    expect(selectToolCall(threadOf(CALL), 'ghost')).toBeUndefined()
  })
})

describe('the view of a call', () => {
  it('is the same object as long as nothing it shows changes', () => {
    const draft = createDraft(emptyThread('t'), () => 0)
    const pipeline = createPipeline(draft, { strictness: 'strict' })
    const after = (...events: readonly object[]): Thread => {
      pipeline.push(events.map((event) => ({ data: JSON.stringify(event) })))
      return publish(draft).thread
    }
    const first = selectToolCall(after(runStarted(), toolStart('c', 'f'), toolArgs('c', '{')), 'c')
    expect(selectToolCall(after(textStart('m'), textContent('m', 'a')), 'c')).toBe(first)
    const second = selectToolCall(after(toolArgs('c', '}')), 'c')
    expect(second).not.toBe(first)
    expect(second).toMatchObject({ args: '{}', status: 'streaming' })
    expect(selectToolCall(after(toolEnd('c')), 'c')).toMatchObject({ status: 'running' })
  })

  it('P-113 shows edited arguments beside the proposal', () => {
    const edited = decision('accepted', entry('resolved', { approved: true, editedArgs: { amount: 3 } }))
    const view = selectToolCall(threadOf(toolCall('c', 'f', { amount: 5 }), settled(edited)), 'c')
    expect(view).toMatchObject({ args: '{"amount":5}', editedArgs: { amount: 3 } })
    expect(editedArgsOf(undefined)).toBeUndefined()
  })
})

it('P-107 a denial is a resolved answer that says no; a cancelled one denies nothing', () => {
  expect(isDenial(decision('queued', no))).toBe(true)
  expect(isDenial(decision('queued', yes))).toBe(false)
  expect(isDenial(decision('queued', entry('resolved')))).toBe(false)
  expect(isDenial(decision('queued', { ...no, status: 'cancelled' }))).toBe(false)
})

describe('a result', () => {
  const result = (more: object) => ({ id: 'x', role: 'tool' as const, toolCallId: 'c', content: '', ...more })

  it('says that the call failed by its error, by our mark, or as MCP writes it', () => {
    expect(isErrorResult(result({ error: '' }))).toBe(true)
    expect(isErrorResult(result({ metadata: { 'agui-kit': { isError: true } } }))).toBe(true)
    expect(isErrorResult(result({ content: '{"isError": true}' }))).toBe(true)
  })

  it('says nothing of the kind otherwise, and our mark decides', () => {
    expect(isErrorResult(result({ content: 'the word "isError" in a text' }))).toBe(false)
    expect(isErrorResult(result({ content: '{"isError":false}' }))).toBe(false)
    expect(isErrorResult(result({ content: '{"nested":{"isError":true}}' }))).toBe(false)
    expect(
      isErrorResult(result({ content: '{"isError":true}', metadata: { 'agui-kit': { isError: false } } })),
    ).toBe(false)
  })
})
