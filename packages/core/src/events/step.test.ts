import { runStarted, stepFinished, stepStarted } from '@agui-kit/testing'
import { testReduce } from '../../test/test-reduce.ts'

testReduce([
  {
    rule: 'P-40',
    name: 'a step of the same name may be open under several owners, the empty one too',
    given: [
      runStarted(),
      stepStarted('plan'),
      stepStarted('plan', { subagentRunId: '' }),
      stepStarted('plan', { subagentRunId: 's1' }),
      stepFinished('plan', { subagentRunId: '' }),
    ],
    thread: {
      steps: [
        { name: 'plan', status: 'open' },
        { name: 'plan', owner: '', status: 'done' },
        { name: 'plan', owner: 's1', status: 'open' },
      ],
    },
  },
  {
    rule: 'P-40',
    name: 'opening an open step is refused; tolerantly the first one goes on',
    given: [runStarted(), stepStarted('plan'), stepStarted('plan')],
    fatal: 'step-already-open',
    tolerant: { issues: ['step-already-open'], thread: { steps: [{ name: 'plan', status: 'open' }] } },
  },
  {
    rule: 'P-40',
    name: 'finishing a step under another owner is refused; tolerantly it changes nothing',
    given: [runStarted(), stepStarted('plan', { subagentRunId: 's1' }), stepFinished('plan')],
    fatal: 'step-not-open',
    tolerant: {
      issues: ['step-not-open'],
      thread: { steps: [{ name: 'plan', owner: 's1', status: 'open' }] },
    },
  },
  {
    rule: 'P-40',
    name: 'a finished step may start again, as another one',
    given: [runStarted(), stepStarted('plan'), stepFinished('plan'), stepStarted('plan')],
    thread: {
      steps: [
        { name: 'plan', status: 'done' },
        { name: 'plan', status: 'open' },
      ],
    },
  },
])
