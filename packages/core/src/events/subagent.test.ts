import {
  runError,
  runFinished,
  runStarted,
  subagentError,
  subagentFinished,
  subagentStarted,
  textEnd,
  textMessage,
  textStart,
} from '@agui-kit/testing'
import { testReduce } from '../../test/test-reduce.ts'

const sub = (id: string, status: string, more: object = {}) => ({
  id,
  name: 'Sub',
  status,
  runId: 'r',
  ...more,
})

testReduce([
  {
    rule: 'P-63',
    name: 'an invocation is kept with its parent, its call and what it came to',
    given: [
      runStarted(),
      subagentStarted('s1', 'Sub', { description: 'd', parentToolCallId: 'c', parentMessageId: 'm' }),
      subagentStarted('s2', 'Sub', { parentSubagentRunId: 's1' }),
      subagentFinished('s2', { result: [1] }),
      subagentFinished('s1', { outcome: { type: 'suspended', interruptIds: ['i'] } }),
      runFinished(),
    ],
    thread: {
      subagents: [
        sub('s1', 'suspended', {
          description: 'd',
          parentToolCallId: 'c',
          parentMessageId: 'm',
          interruptIds: ['i'],
        }),
        sub('s2', 'success', { parentId: 's1', result: [1] }),
      ],
    },
  },
  {
    rule: 'P-63',
    name: 'ending one invocation closes nothing that is another’s, nor its own text',
    given: [
      runStarted(),
      subagentStarted('s1', 'Sub'),
      textStart('m', { subagentRunId: 's1' }),
      subagentFinished('s1'),
      textEnd('m', { subagentRunId: 's1' }),
      runFinished(),
    ],
    thread: { run: { kind: 'finished' } },
  },
  {
    rule: 'P-59',
    name: 'an id that is known in this run is refused; tolerantly the first one stands',
    given: [
      runStarted(),
      subagentStarted('s1', 'Sub'),
      subagentFinished('s1'),
      subagentStarted('s1', 'Other'),
    ],
    fatal: 'subagent-already-known',
    tolerant: { issues: ['subagent-already-known'], thread: { subagents: [sub('s1', 'success')] } },
  },
  {
    rule: 'P-59',
    name: 'in a later run an invocation may come back',
    given: [
      runStarted(),
      subagentStarted('s1', 'Sub'),
      subagentFinished('s1'),
      runFinished(),
      runStarted({ runId: 'r2' }),
      subagentStarted('s1', 'Sub'),
    ],
    thread: { subagents: [{ ...sub('s1', 'running'), runId: 'r2' }] },
  },
  {
    rule: 'P-60',
    name: 'a parent that has not started in this run is refused; tolerantly the child is kept',
    given: [runStarted(), subagentStarted('s2', 'Sub', { parentSubagentRunId: 'ghost' })],
    fatal: 'subagent-parent-unknown',
    tolerant: {
      issues: ['subagent-parent-unknown'],
      thread: { subagents: [sub('s2', 'running', { parentId: 'ghost' })] },
    },
  },
  {
    rule: 'P-60',
    name: 'a parent may have ended already',
    given: [
      runStarted(),
      subagentStarted('s1', 'Sub'),
      subagentFinished('s1'),
      subagentStarted('s2', 'Sub', { parentSubagentRunId: 's1' }),
    ],
  },
  ...[subagentFinished('ghost'), subagentError('ghost')].map((event) => ({
    rule: 'P-61',
    name: `${event.type} of an invocation that is not active is refused; tolerantly it is skipped`,
    given: [runStarted(), event],
    fatal: 'subagent-not-active' as const,
    tolerant: { issues: ['subagent-not-active' as const], thread: { subagents: [] } },
  })),
  {
    rule: 'P-61',
    name: 'an error ends the invocation and not the run',
    given: [
      runStarted(),
      subagentStarted('s1', 'Sub'),
      subagentError('s1', 'boom', { code: 'x' }),
      ...textMessage('m', 'ok'),
      runFinished(),
    ],
    thread: {
      subagents: [sub('s1', 'error', { error: { message: 'boom', code: 'x' } })],
      run: { kind: 'finished' },
    },
  },
  {
    rule: 'P-62',
    name: 'a suspended invocation may own no interrupt',
    given: [
      runStarted(),
      subagentStarted('s1', 'Sub'),
      subagentFinished('s1', { outcome: { type: 'suspended' } }),
    ],
    thread: { subagents: [sub('s1', 'suspended')] },
  },
  {
    rule: 'P-58',
    name: 'a tag without any announcement is accepted, and one of an invocation that has ended',
    given: [
      runStarted(),
      textStart('m', { subagentRunId: 'never-announced' }),
      textEnd('m'),
      subagentStarted('s1', 'Sub'),
      subagentFinished('s1'),
      textStart('n', { subagentRunId: 's1' }),
      textEnd('n'),
      runFinished(),
    ],
    thread: { run: { kind: 'finished' } },
  },
  {
    rule: 'P-28',
    name: 'RUN_ERROR abandons an invocation that is active',
    given: [runStarted(), subagentStarted('s1', 'Sub'), runError()],
    thread: { subagents: [sub('s1', 'abandoned')] },
  },
])
