import {
  messagesSnapshot,
  reasoningMessageStart,
  reasoningStart,
  runCancelled,
  runError,
  runFinished,
  runInterrupted,
  runPending,
  runStarted,
  stateDelta,
  stateSnapshot,
  stepStarted,
  subagentStarted,
  textContent,
  textEnd,
  textMessage,
  textStart,
  toolCall,
  toolResult,
  toolStart,
} from '@agui-kit/testing'
import { testReduce } from '../../test/test-reduce.ts'

const user = { id: 'u', role: 'user', content: 'q' } as const

testReduce([
  {
    rule: 'P-25',
    name: 'a run is running from its start and finished at its end',
    given: [runStarted({ runId: 'r1' }), runFinished(undefined, { runId: 'r1', result: { n: 1 } })],
    thread: {
      run: {
        kind: 'finished',
        runId: 'r1',
        outcome: { type: 'success', pendingToolCallIds: [], result: { n: 1 } },
      },
    },
  },
  {
    rule: 'P-24',
    name: 'a stream that begins with something else than a run is refused; tolerantly it is read from its middle',
    given: [textStart('m'), textContent('m', 'a')],
    fatal: 'run-not-started',
    thread: { messages: [], run: { kind: 'idle' } },
    tolerant: {
      issues: ['run-not-started'],
      thread: { messages: [{ id: 'm', role: 'assistant', content: 'a' }] },
    },
  },
  {
    rule: 'P-24',
    name: 'a stream may begin with RUN_ERROR',
    given: [runError('no credit', { code: 'quota' })],
    thread: { run: { kind: 'failed', failure: { source: 'agent', message: 'no credit', code: 'quota' } } },
  },
  {
    rule: 'P-25',
    name: 'a start inside an active run is refused; tolerantly the first run is abandoned',
    given: [runStarted(), textStart('m'), textContent('m', 'a'), runStarted({ runId: 'r2' })],
    fatal: 'run-already-active',
    thread: { run: { kind: 'running', runId: 'r' } },
    tolerant: {
      issues: ['run-already-active'],
      thread: {
        run: { kind: 'running', runId: 'r2' },
        streaming: [],
        messages: [{ id: 'm', role: 'assistant', content: 'a' }],
      },
    },
  },
  {
    rule: 'P-25',
    name: 'an event after the end of the run is refused and what came before is kept; tolerantly it is applied',
    given: [
      runStarted(),
      ...textMessage('m', 'a'),
      runFinished(),
      textStart('n'),
      textContent('n', 'b'),
      textEnd('n'),
    ],
    fatal: 'event-after-run-end',
    thread: { messages: [{ id: 'm', role: 'assistant', content: 'a' }], run: { kind: 'finished' } },
    tolerant: {
      issues: ['event-after-run-end'],
      thread: {
        messages: [
          { id: 'm', role: 'assistant', content: 'a' },
          { id: 'n', role: 'assistant', content: 'b' },
        ],
        // What opens something new shows that the run is alive.
        run: { kind: 'running' },
      },
    },
  },
  {
    rule: 'P-25',
    name: 'a state event after the end is tolerated without the run coming alive again',
    given: [runStarted(), runFinished(), stateSnapshot({ a: 1 })],
    fatal: 'event-after-run-end',
    tolerant: { issues: ['event-after-run-end'], thread: { state: { a: 1 }, run: { kind: 'finished' } } },
  },
  {
    rule: 'P-26',
    name: 'RUN_ERROR after RUN_FINISHED makes the run a failed one',
    given: [runStarted(), runFinished(), runError('late')],
    thread: { run: { kind: 'failed', runId: 'r', failure: { source: 'agent', message: 'late' } } },
  },
  {
    rule: 'P-26',
    name: 'a second RUN_ERROR is refused; tolerantly the first one stands',
    given: [runStarted(), runError('one'), runError('two')],
    fatal: 'event-after-run-end',
    thread: { run: { failure: { source: 'agent', message: 'one' } } },
    tolerant: {
      issues: ['event-after-run-end'],
      thread: { run: { failure: { source: 'agent', message: 'one' } } },
    },
  },
  {
    rule: 'P-25',
    name: 'RUN_FINISHED after RUN_ERROR is refused; tolerantly the run stays failed',
    given: [runStarted(), runError('one'), runFinished()],
    fatal: 'event-after-run-end',
    tolerant: { issues: ['event-after-run-end'], thread: { run: { kind: 'failed' } } },
  },
  ...(
    [
      ['a text message', [textStart('m')]],
      ['a tool call', [toolStart('c', 'f')]],
      ['a reasoning message', [reasoningMessageStart('x')]],
      ['a reasoning span', [reasoningStart('x')]],
      ['a step', [stepStarted('s')]],
      ['a step of a subagent', [stepStarted('s', { subagentRunId: 'sub' })]],
      ['a subagent', [subagentStarted('sub', 'Sub')]],
    ] as const
  ).map(([what, events]) => ({
    rule: 'P-27',
    name: `RUN_FINISHED while ${what} is open is refused; tolerantly it closes it`,
    given: [runStarted(), ...events, runFinished()],
    fatal: 'run-left-open' as const,
    thread: { run: { kind: 'running' } },
    tolerant: {
      issues: ['run-left-open' as const],
      thread: { run: { kind: 'finished' }, streaming: [] },
    },
  })),
  {
    rule: 'P-27',
    name: 'a cancelled run must close what it opened as well',
    given: [runStarted(), textStart('m'), runCancelled()],
    fatal: 'run-left-open',
    tolerant: {
      issues: ['run-left-open'],
      thread: { run: { kind: 'finished', outcome: { type: 'cancelled' } } },
    },
  },
  {
    rule: 'P-28',
    name: 'RUN_ERROR abandons what is open and keeps what was delivered',
    given: [
      runStarted(),
      textStart('m'),
      textContent('m', 'half'),
      stepStarted('s'),
      subagentStarted('sub', 'Sub'),
      runError(),
    ],
    thread: {
      messages: [{ id: 'm', role: 'assistant', content: 'half' }],
      streaming: [],
      steps: [{ name: 's', status: 'done' }],
      subagents: [{ id: 'sub', name: 'Sub', status: 'abandoned', runId: 'r' }],
    },
  },
  {
    rule: 'P-28',
    name: 'the next run begins with nothing open',
    given: [
      runStarted(),
      textStart('m', { subagentRunId: 's1' }),
      runError(),
      runStarted({ runId: 'r2' }),
      // Another owner would be refused within one run.
      textStart('m', { subagentRunId: 's2' }),
      textEnd('m'),
      runFinished(undefined, { runId: 'r2' }),
    ],
    thread: { run: { kind: 'finished', runId: 'r2' } },
  },
  {
    rule: 'P-29',
    name: 'runs of one stream follow each other: messages add up, state goes on, steps are of the latest',
    given: [
      runStarted(),
      ...textMessage('m', '1'),
      stateSnapshot({ a: 1 }),
      runFinished(),
      runStarted({ runId: 'r2' }),
      ...textMessage('n', '2'),
      stateDelta([{ op: 'add', path: '/b', value: 2 }]),
      runFinished(undefined, { runId: 'r2' }),
    ],
    thread: {
      messages: [
        { id: 'm', role: 'assistant', content: '1' },
        { id: 'n', role: 'assistant', content: '2' },
      ],
      state: { a: 1, b: 2 },
      steps: [],
    },
  },
  {
    rule: 'P-33',
    name: 'a cancelled run is neither a success nor a failure',
    given: [runStarted(), runCancelled()],
    thread: { run: { kind: 'finished', outcome: { type: 'cancelled' } } },
  },
  {
    rule: 'P-34',
    name: 'an outcome we do not know is taken away with a word and reads as success',
    given: [runStarted(), { ...runFinished(), outcome: { type: 'postponed', until: 1 } }],
    issues: ['member-unknown'],
    thread: { run: { outcome: { type: 'success', pendingToolCallIds: [] } } },
  },
  {
    rule: 'P-34',
    name: 'interrupts on a success outcome are no part of it',
    given: [runStarted(), { ...runFinished(), outcome: { type: 'success', interrupts: [] } }],
    issues: ['field-unknown'],
    thread: { interrupts: [] },
  },
  {
    rule: 'P-34',
    name: 'an outcome that is no object is malformed',
    given: [runStarted(), { ...runFinished(), outcome: 'success' }],
    fatal: 'field-malformed',
  },
  {
    rule: 'P-36',
    name: 'RUN_FINISHED naming another run is told, and ends this one',
    given: [runStarted({ runId: 'r1' }), runFinished(undefined, { runId: 'r2' })],
    issues: ['run-id-mismatch'],
    thread: { run: { kind: 'finished', runId: 'r1' } },
  },
  {
    rule: 'P-36',
    name: 'RUN_STARTED naming another thread is told',
    given: [runStarted({ threadId: 'other' })],
    issues: ['thread-id-mismatch'],
  },
  {
    rule: 'P-37',
    name: 'the echo of an input adds messages that are not held, and overwrites none',
    held: [user],
    given: [
      runStarted({
        input: {
          threadId: 't',
          runId: 'r',
          state: { ignored: true },
          messages: [
            { id: 'u', role: 'user', content: 'other' },
            {
              id: 'a',
              role: 'assistant',
              toolCalls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
            },
          ],
        },
      }),
    ],
    thread: {
      messages: [
        user,
        {
          id: 'a',
          role: 'assistant',
          toolCalls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
      ],
      calls: { c: 'called' },
      state: {},
    },
  },
  {
    rule: 'P-38',
    name: 'usage adds up by provider and model, and what was not reported stays absent',
    given: [
      runStarted(),
      runFinished(undefined, {
        usage: [
          { provider: 'p', model: 'm', inputTokens: 1, outputTokens: 2 },
          { provider: 'p', model: 'm', inputTokens: 3, cachedInputTokens: 1 },
          { provider: 'p', model: 'n', outputTokens: 5 },
          { outputTokens: 0 },
        ],
      }),
    ],
    thread: {
      usage: [
        { provider: 'p', model: 'm', inputTokens: 4, outputTokens: 2, cachedInputTokens: 1 },
        { provider: 'p', model: 'n', outputTokens: 5 },
        { outputTokens: 0 },
      ],
    },
  },
  {
    rule: 'P-38',
    name: 'a failed run reports usage too, and the next run starts from none',
    given: [
      runStarted(),
      runError('x', { usage: [{ totalTokens: 7 }] }),
      runStarted({ runId: 'r2' }),
      runFinished(undefined, { runId: 'r2' }),
    ],
    thread: { usage: [] },
  },
  {
    rule: 'P-39',
    name: 'a list of pending calls is the truth when it names any',
    given: [runStarted(), ...toolCall('c1', 'f'), ...toolCall('c2', 'f'), runPending('c2')],
    thread: { run: { outcome: { type: 'success', pendingToolCallIds: ['c2'] } } },
  },
  {
    rule: 'P-39',
    name: 'without a list, or with an empty one, the calls of this run without a result are pending',
    given: [
      runStarted(),
      ...toolCall('c1', 'f'),
      ...toolCall('c2', 'f'),
      toolResult('c1', 'R'),
      runPending(),
    ],
    thread: { run: { outcome: { type: 'success', pendingToolCallIds: ['c2'] } } },
  },
  {
    rule: 'P-39',
    name: 'the same holds for an interrupted run, and calls of earlier runs do not count',
    given: [
      runStarted(),
      ...toolCall('old', 'f'),
      runFinished(),
      runStarted({ runId: 'r2' }),
      ...toolCall('c', 'f'),
      { ...runInterrupted({ id: 'i', reason: 'x' }), runId: 'r2' },
    ],
    thread: {
      run: { outcome: { type: 'interrupt', interruptIds: ['i'], pendingToolCallIds: ['c'] } },
      interrupts: ['i'],
    },
  },
  {
    rule: 'P-104',
    name: 'an interrupt stays open through a failed run and is closed by the next one that finishes',
    given: [
      runStarted(),
      runInterrupted({ id: 'i', reason: 'x' }),
      runStarted({ runId: 'r2' }),
      runError('boom'),
    ],
    thread: { interrupts: ['i'] },
  },
  {
    rule: 'P-104',
    name: 'a later run that finishes leaves only its own interrupts open',
    given: [
      runStarted(),
      runInterrupted({ id: 'i', reason: 'x' }),
      runStarted({ runId: 'r2' }),
      { ...runInterrupted({ id: 'j', reason: 'x' }), runId: 'r2' },
    ],
    thread: { interrupts: ['j'] },
  },
  {
    rule: 'P-109',
    name: 'two interrupts of one id are refused in either mode: one answer would answer two questions',
    given: [runStarted(), runInterrupted({ id: 'i', reason: 'x' }, { id: 'i', reason: 'y' })],
    fatal: 'interrupt-duplicate',
    thread: { interrupts: [] },
  },
  {
    rule: 'P-22',
    name: 'a newer version of the agent is told and read all the same',
    given: [runStarted({ protocolVersion: '1.10' }), messagesSnapshot([user])],
    issues: ['version-newer'],
    thread: { messages: [user] },
  },
  {
    rule: 'P-22',
    name: 'a version that cannot be read is told and taken for ours',
    given: [runStarted({ protocolVersion: '1.0.0' })],
    issues: ['version-unreadable'],
  },
  ...['1.0', '0.9'].map((protocolVersion) => ({
    rule: 'P-22',
    name: `version ${protocolVersion} is read without a word`,
    given: [runStarted({ protocolVersion })],
  })),
])
