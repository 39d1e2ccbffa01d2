import {
  activitySnapshot,
  messagesSnapshot,
  reasoningMessageEnd,
  reasoningMessageStart,
  runStarted,
  textStart,
  toolCall,
  toolResult,
  toolStart,
} from '@agui-kit/testing'
import { testReduce } from '../../test/test-reduce.ts'
import type { Message } from '../protocol/message.ts'

const a: Message = { id: 'a', role: 'user', content: 'A' }
const b: Message = { id: 'b', role: 'assistant', content: 'B', metadata: { k: 1 }, encryptedValue: 'E' }
const activity: Message = { id: 'act', role: 'activity', activityType: 'p', content: { v: 1 } }
const thought: Message = { id: 'x', role: 'reasoning', content: '' }
const caller: Message = {
  id: 'p',
  role: 'assistant',
  toolCalls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
}

testReduce([
  {
    rule: 'P-90',
    name: 'the same id is replaced in place and whole, a new one appended, a missing one dropped, none reordered',
    held: [a, b, { id: 'gone', role: 'user', content: 'G' }],
    given: [
      runStarted(),
      messagesSnapshot([
        { id: 'new', role: 'user', content: 'N' },
        { id: 'b', role: 'assistant', content: 'B2' },
        { id: 'a', role: 'user', content: 'A2' },
      ]),
    ],
    thread: {
      messages: [
        { id: 'a', role: 'user', content: 'A2' },
        { id: 'b', role: 'assistant', content: 'B2' },
        { id: 'new', role: 'user', content: 'N' },
      ],
    },
  },
  {
    rule: 'P-91',
    name: 'activities and thoughts survive a snapshot that has none of their kind',
    given: [
      runStarted(),
      activitySnapshot('act', 'p', { v: 1 }),
      reasoningMessageStart('x'),
      reasoningMessageEnd('x'),
      messagesSnapshot([a]),
    ],
    thread: { messages: [activity, thought, a] },
  },
  {
    rule: 'P-91',
    name: 'each kind is judged alone: a snapshot with a thought tells all thoughts',
    given: [
      runStarted(),
      activitySnapshot('act', 'p', { v: 1 }),
      reasoningMessageStart('x'),
      reasoningMessageEnd('x'),
      messagesSnapshot([{ id: 'y', role: 'reasoning', content: 'T' }]),
    ],
    thread: { messages: [activity, { id: 'y', role: 'reasoning', content: 'T' }] },
  },
  {
    rule: 'P-94',
    name: 'of two messages under one id the last one stands, with a word',
    given: [runStarted(), messagesSnapshot([a, { id: 'a', role: 'user', content: 'again' }])],
    issues: ['message-id-duplicate'],
    thread: { messages: [{ id: 'a', role: 'user', content: 'again' }] },
  },
  {
    rule: 'P-9',
    name: 'a message of a role we do not know leaves the snapshot with a word',
    given: [
      runStarted(),
      { ...messagesSnapshot([]), messages: [{ id: 'n', role: 'narrator', content: '' }, a] },
    ],
    issues: ['member-unknown'],
    thread: { messages: [a] },
  },
  {
    rule: 'P-55',
    name: 'a snapshot sets the owners of its messages; a start that disagrees is refused',
    given: [
      runStarted(),
      messagesSnapshot([{ ...b, subagentRunId: 's1' }]),
      textStart('b', { subagentRunId: 's2' }),
    ],
    fatal: 'owner-mismatch',
    tolerant: { issues: ['owner-mismatch'] },
  },
  {
    rule: 'P-55',
    name: 'calls inherit the owner of their message',
    given: [
      runStarted(),
      messagesSnapshot([{ ...caller, subagentRunId: 's1' }]),
      toolStart('c', 'f', { subagentRunId: 's2' }),
    ],
    fatal: 'owner-mismatch',
    tolerant: { issues: ['owner-mismatch'] },
  },
  {
    rule: 'P-55',
    name: 'the echo of an input only fills gaps, and a snapshot overrides',
    given: [
      runStarted(),
      textStart('m', { subagentRunId: 's1' }),
      messagesSnapshot([{ id: 'm', role: 'assistant', content: '', subagentRunId: 's2' }]),
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
      textStart('m', { subagentRunId: 's2' }),
    ],
    thread: { messages: [{ id: 'm', role: 'assistant', content: '', subagentRunId: 's2' }] },
  },
  {
    rule: 'P-90',
    name: 'calls and results that come with a snapshot are known as calls',
    given: [
      runStarted(),
      messagesSnapshot([
        caller,
        { id: 'r', role: 'tool', toolCallId: 'c', content: 'R' },
        {
          ...caller,
          id: 'p2',
          toolCalls: [{ id: 'd', type: 'function', function: { name: 'g', arguments: '' } }],
        },
      ]),
    ],
    thread: { calls: { c: 'answered', d: 'called' } },
  },
  {
    rule: 'P-90',
    name: 'a call whose result the snapshot left out is no longer answered',
    given: [
      runStarted(),
      ...toolCall('c', 'f'),
      toolResult('c', 'R'),
      messagesSnapshot([{ ...caller, id: 'c' }]),
    ],
    thread: { calls: { c: 'called' } },
  },
])
