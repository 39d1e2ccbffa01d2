import { activityDelta, activitySnapshot, runStarted } from '@agui-kit/testing'
import { testReduce } from '../../test/test-reduce.ts'

const user = { id: 'u', role: 'user', content: 'q' } as const
const activity = (content: unknown, more: object = {}) => ({
  id: 'x',
  role: 'activity',
  activityType: 'plan',
  content,
  ...more,
})

testReduce([
  {
    rule: 'P-95',
    name: 'an unknown id makes an activity at the end of the thread',
    held: [user],
    given: [
      runStarted(),
      activitySnapshot('x', 'plan', { v: 1 }, { subagentRunId: 's1', metadata: { k: 1 } }),
    ],
    thread: { messages: [user, activity({ v: 1 }, { subagentRunId: 's1', metadata: { k: 1 } })] },
  },
  {
    rule: 'P-95',
    name: 'a further snapshot restates content, type and owner and keeps the metadata',
    given: [
      runStarted(),
      activitySnapshot('x', 'search', { v: 1 }, { subagentRunId: 's1', metadata: { k: 1 } }),
      activitySnapshot('x', 'plan', { w: 2 }, { metadata: { j: 2 } }),
    ],
    thread: { messages: [activity({ w: 2 }, { metadata: { k: 1, j: 2 } })] },
  },
  {
    rule: 'P-95',
    name: 'replace:false leaves content, type and owner alone and still merges the metadata',
    given: [
      runStarted(),
      activitySnapshot('x', 'plan', { v: 1 }, { subagentRunId: 's1', metadata: { k: 1 } }),
      activitySnapshot('x', 'other', { v: 2 }, { replace: false, metadata: { j: 2 } }),
    ],
    thread: { messages: [activity({ v: 1 }, { subagentRunId: 's1', metadata: { k: 1, j: 2 } })] },
  },
  {
    rule: 'P-56',
    name: 'with replace:false the owner stands, and a delta must match it',
    given: [
      runStarted(),
      activitySnapshot('x', 'plan', { v: 1 }, { subagentRunId: 's1' }),
      activitySnapshot('x', 'plan', { v: 2 }, { replace: false, subagentRunId: 's2' }),
      activityDelta('x', 'plan', [{ op: 'replace', path: '/v', value: 9 }], { subagentRunId: 's1' }),
    ],
    thread: { messages: [activity({ v: 9 }, { subagentRunId: 's1' })] },
  },
  {
    rule: 'P-56',
    name: 'a delta that names another owner than the standing one is refused; tolerantly it applies',
    given: [
      runStarted(),
      activitySnapshot('x', 'plan', { v: 1 }, { subagentRunId: 's1' }),
      activityDelta('x', 'plan', [{ op: 'replace', path: '/v', value: 9 }], { subagentRunId: 's2' }),
    ],
    fatal: 'owner-mismatch',
    thread: { messages: [activity({ v: 1 }, { subagentRunId: 's1' })] },
    tolerant: {
      issues: ['owner-mismatch'],
      thread: { messages: [activity({ v: 9 }, { subagentRunId: 's1' })] },
    },
  },
  {
    rule: 'P-96',
    name: 'an activity takes the place of another message under its id, unless it must not replace',
    held: [{ id: 'x', role: 'user', content: 'q' }, user],
    given: [
      runStarted(),
      activitySnapshot('u', 'plan', { v: 1 }, { replace: false }),
      activitySnapshot('x', 'plan', { v: 2 }),
    ],
    thread: { messages: [activity({ v: 2 }), user] },
  },
  {
    rule: 'P-97',
    name: 'a delta patches the content and restates the type',
    given: [
      runStarted(),
      activitySnapshot('x', 'search', { list: [1] }),
      activityDelta('x', 'plan', [{ op: 'add', path: '/list/-', value: 2 }], { metadata: { k: 1 } }),
    ],
    thread: { messages: [activity({ list: [1, 2] }, { metadata: { k: 1 } })] },
  },
  {
    rule: 'P-97',
    name: 'a delta for nothing, or for another kind of message, is skipped with a word',
    held: [user],
    given: [runStarted(), activityDelta('ghost', 'plan', []), activityDelta('u', 'plan', [])],
    issues: ['activity-unknown', 'activity-unknown'],
    thread: { messages: [user] },
  },
  {
    rule: 'P-97',
    name: 'a patch that does not apply leaves the content and is told; the metadata merges all the same',
    given: [
      runStarted(),
      activitySnapshot('x', 'plan', { v: 1 }),
      activityDelta('x', 'plan', [{ op: 'remove', path: '/ghost' }], { metadata: { k: 1 } }),
      activityDelta('x', 'plan', [{ op: 'replace', path: '', value: [1] }]),
    ],
    issues: ['activity-patch-failed', 'activity-patch-failed'],
    thread: { messages: [activity({ v: 1 }, { metadata: { k: 1 } })] },
  },
  {
    rule: 'P-11',
    name: 'content that is no object is malformed',
    given: [runStarted(), { ...activitySnapshot('x', 'plan', {}), content: [1] }],
    fatal: 'field-malformed',
  },
])
