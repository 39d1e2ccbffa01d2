import { runStarted, stateDelta, stateSnapshot } from '@agui-kit/testing'
import { testReduce } from '../../test/test-reduce.ts'

testReduce([
  ...[null, 0, '', false, [1], { a: { b: 1 } }].map((snapshot) => ({
    rule: 'P-85',
    name: `a snapshot of ${JSON.stringify(snapshot)} replaces the state wholesale`,
    state: { old: true },
    given: [runStarted(), stateSnapshot(snapshot)],
    thread: { state: snapshot },
  })),
  {
    rule: 'P-86',
    name: 'a delta applies to the state the run began with',
    state: { a: 1, list: [1] },
    given: [
      runStarted(),
      stateDelta([
        { op: 'replace', path: '/a', value: 2 },
        { op: 'add', path: '/list/-', value: 3 },
      ]),
    ],
    thread: { state: { a: 2, list: [1, 3] }, stateDiverged: false },
  },
  {
    rule: 'P-87',
    name: 'one that does not apply changes nothing, is told, and marks the state until the next snapshot',
    state: { a: 1 },
    given: [
      runStarted(),
      stateDelta([
        { op: 'replace', path: '/a', value: 2 },
        { op: 'remove', path: '/ghost' },
      ]),
      stateDelta([{ op: 'add', path: '/b', value: 3 }]),
    ],
    issues: ['state-patch-failed'],
    thread: { state: { a: 1, b: 3 }, stateDiverged: true },
  },
  {
    rule: 'P-87',
    name: 'a snapshot ends the doubt',
    given: [runStarted(), stateDelta([{ op: 'remove', path: '/ghost' }]), stateSnapshot({ a: 1 })],
    issues: ['state-patch-failed'],
    thread: { state: { a: 1 }, stateDiverged: false },
  },
  {
    rule: 'P-87',
    name: 'an inherited name is not a member, and a scalar has none',
    given: [
      runStarted(),
      stateDelta([{ op: 'remove', path: '/toString' }]),
      stateSnapshot(5),
      stateDelta([{ op: 'add', path: '/a', value: 1 }]),
    ],
    issues: ['state-patch-failed', 'state-patch-failed'],
    thread: { state: 5, stateDiverged: true },
  },
  {
    rule: 'P-89',
    name: 'an empty patch is legal and does nothing',
    state: { a: 1 },
    given: [runStarted(), stateDelta([])],
    thread: { state: { a: 1 }, stateDiverged: false },
  },
  {
    rule: 'P-57',
    name: 'a subagent’s state event changes the state of the run',
    given: [
      runStarted(),
      stateSnapshot({ a: 1 }, { subagentRunId: 's1' }),
      stateDelta([{ op: 'add', path: '/b', value: 2 }], { subagentRunId: 's2' }),
    ],
    thread: { state: { a: 1, b: 2 } },
  },
  ...(
    [
      ['no list', { op: 'add', path: '/a', value: 1 }],
      ['an operation without its value', [{ op: 'add', path: '/a' }]],
      ['a pointer that is none', [{ op: 'remove', path: 'a' }]],
      ['a pointer with a bare tilde', [{ op: 'remove', path: '/a~' }]],
      ['a move without its source', [{ op: 'move', path: '/a' }]],
    ] as const
  ).map(([what, delta]) => ({
    rule: 'P-88',
    name: `a patch with ${what} is malformed`,
    given: [runStarted(), { ...stateDelta([]), delta }],
    fatal: 'field-malformed' as const,
  })),
  {
    rule: 'P-88',
    name: 'an operation we do not know leaves the patch, the rest applies',
    given: [
      runStarted(),
      {
        ...stateDelta([]),
        delta: [
          { op: 'increment', path: '/a' },
          { op: 'add', path: '/b', value: 1 },
        ],
      },
    ],
    issues: ['member-unknown'],
    thread: { state: { b: 1 } },
  },
  {
    rule: 'P-10',
    name: 'members beyond the described ones are legal on an operation, without a word',
    given: [
      runStarted(),
      { ...stateDelta([]), delta: [{ op: 'add', path: '/a', value: 1, comment: 'why', from: 3 }] },
    ],
    thread: { state: { a: 1 } },
  },
])
