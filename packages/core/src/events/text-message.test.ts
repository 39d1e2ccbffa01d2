import {
  activitySnapshot,
  messagesSnapshot,
  runFinished,
  runStarted,
  textContent,
  textEnd,
  textMessage,
  textStart,
  toolCall,
} from '@agui-kit/testing'
import { testReduce } from '../../test/test-reduce.ts'
import type { UserMessage } from '../protocol/message.ts'

const start = { type: 'TEXT_MESSAGE_START', messageId: 'm' }
const photo: UserMessage = {
  id: 'u',
  role: 'user',
  content: [{ type: 'image', source: { type: 'url', value: 'https://x.test/a' } }],
}

testReduce([
  {
    rule: 'P-44',
    name: 'absent role is assistant, and an empty delta is legal',
    given: [runStarted(), start, textContent('m', ''), textContent('m', 'a'), textEnd('m'), runFinished()],
    thread: { messages: [{ id: 'm', role: 'assistant', content: 'a' }] },
  },
  {
    rule: 'P-44',
    name: 'a start mints the message with its name and its tag',
    given: [runStarted(), textStart('m', { role: 'user', name: 'bob', subagentRunId: 's1' })],
    thread: {
      messages: [{ id: 'm', role: 'user', content: '', name: 'bob', subagentRunId: 's1' }],
      streaming: ['m'],
    },
  },
  {
    rule: 'P-44',
    name: 'text joins the message a tool call created under that id',
    given: [runStarted(), ...toolCall('m', 'f'), ...textMessage('m', 'a')],
    thread: {
      messages: [
        {
          id: 'm',
          role: 'assistant',
          toolCalls: [{ id: 'm', type: 'function', function: { name: 'f', arguments: '{}' } }],
          content: 'a',
        },
      ],
    },
  },
  {
    rule: 'P-12',
    name: 'a role we do not know is taken away, and reads as assistant',
    given: [runStarted(), { ...start, role: 'narrator' }],
    issues: ['member-unknown'],
    thread: { messages: [{ id: 'm', role: 'assistant', content: '' }] },
  },
  {
    rule: 'P-41',
    name: 'content for a message that is not open is refused; tolerantly it is shown',
    given: [runStarted(), textContent('m', 'a')],
    fatal: 'item-not-open',
    thread: { messages: [] },
    tolerant: {
      issues: ['item-not-open'],
      thread: { messages: [{ id: 'm', role: 'assistant', content: 'a' }] },
    },
  },
  {
    rule: 'P-41',
    name: 'an end for a message that is not open is refused; tolerantly it is skipped',
    given: [runStarted(), textEnd('m')],
    fatal: 'item-not-open',
    tolerant: { issues: ['item-not-open'], thread: { messages: [] } },
  },
  {
    rule: 'P-41',
    name: 'a repeated start is refused; tolerantly it keeps what has streamed',
    given: [runStarted(), textStart('m'), textContent('m', 'a'), textStart('m'), textContent('m', 'b')],
    fatal: 'item-already-open',
    thread: { messages: [{ id: 'm', role: 'assistant', content: 'a' }] },
    tolerant: {
      issues: ['item-already-open'],
      thread: { messages: [{ id: 'm', role: 'assistant', content: 'ab' }] },
    },
  },
  {
    rule: 'P-42',
    name: 'messages interleave',
    given: [
      runStarted(),
      textStart('m'),
      textStart('n'),
      textContent('m', '1'),
      textContent('n', '2'),
      textContent('m', '3'),
      textEnd('m'),
      textContent('n', '4'),
      textEnd('n'),
    ],
    thread: {
      messages: [
        { id: 'm', role: 'assistant', content: '13' },
        { id: 'n', role: 'assistant', content: '24' },
      ],
      streaming: [],
    },
  },
  {
    rule: 'P-43',
    name: 'a closed message may be opened again: text appends, and role, name and owner stand',
    given: [
      runStarted(),
      textStart('m', { role: 'assistant', name: 'ann' }),
      textContent('m', 'a'),
      textEnd('m'),
      textStart('m', { role: 'user', name: 'bob' }),
      textContent('m', 'b'),
      textEnd('m'),
    ],
    thread: { messages: [{ id: 'm', role: 'assistant', name: 'ann', content: 'ab' }] },
  },
  {
    rule: 'P-51',
    name: 'a continuation that names another owner is refused; tolerantly it is applied',
    given: [runStarted(), textStart('m'), textContent('m', 'a', { subagentRunId: 's1' })],
    fatal: 'owner-mismatch',
    thread: { messages: [{ id: 'm', role: 'assistant', content: '' }] },
    tolerant: {
      issues: ['owner-mismatch'],
      thread: { messages: [{ id: 'm', role: 'assistant', content: 'a' }] },
    },
  },
  {
    rule: 'P-51',
    name: 'an untagged continuation agrees with any owner',
    given: [runStarted(), textStart('m', { subagentRunId: 's1' }), textContent('m', 'a'), textEnd('m')],
    thread: { messages: [{ id: 'm', role: 'assistant', content: 'a', subagentRunId: 's1' }] },
  },
  {
    rule: 'P-51',
    name: 'owners outlive the close: reopening under another one is refused',
    given: [
      runStarted(),
      textStart('m', { subagentRunId: 's1' }),
      textEnd('m'),
      textStart('m', { subagentRunId: 's2' }),
    ],
    fatal: 'owner-mismatch',
    tolerant: {
      issues: ['owner-mismatch'],
      thread: { messages: [{ id: 'm', role: 'assistant', content: '', subagentRunId: 's1' }] },
    },
  },
  {
    rule: 'P-43',
    name: 'opening again without a tag keeps the owner',
    given: [
      runStarted(),
      textStart('m', { subagentRunId: 's1' }),
      textEnd('m'),
      textStart('m'),
      textContent('m', 'a', { subagentRunId: 's1' }),
    ],
    thread: { messages: [{ id: 'm', role: 'assistant', content: 'a', subagentRunId: 's1' }] },
  },
  {
    rule: 'P-51',
    name: 'the empty string is an owner of its own, not the parent agent',
    given: [
      runStarted(),
      textStart('m', { subagentRunId: '' }),
      textContent('m', 'a', { subagentRunId: 's1' }),
    ],
    fatal: 'owner-mismatch',
    tolerant: {
      issues: ['owner-mismatch'],
      thread: { messages: [{ id: 'm', role: 'assistant', content: 'a', subagentRunId: '' }] },
    },
  },
  {
    rule: 'P-30',
    name: 'a message that is held from before is told further, not again',
    held: [{ id: 'm', role: 'assistant', content: 'a' }],
    given: [runStarted(), ...textMessage('m', 'b')],
    thread: { messages: [{ id: 'm', role: 'assistant', content: 'ab' }] },
  },
  {
    rule: 'P-50',
    name: 'a null tag is malformed; tolerantly it is no tag',
    given: [runStarted(), { ...textStart('m'), subagentRunId: null }],
    fatal: 'field-malformed',
    tolerant: {
      issues: ['null-as-absent'],
      thread: { messages: [{ id: 'm', role: 'assistant', content: '' }] },
    },
  },
  {
    rule: 'P-45',
    name: 'text under an activity’s id never touches the activity',
    given: [runStarted(), activitySnapshot('x', 'progress', { v: 1 }), ...textMessage('x', 'a')],
    issues: ['message-role-conflict', 'message-role-conflict'],
    thread: { messages: [{ id: 'x', role: 'activity', activityType: 'progress', content: { v: 1 } }] },
  },
  {
    rule: 'P-93',
    name: 'text of a message that a snapshot dropped while it was open goes nowhere, strictly read',
    given: [
      runStarted(),
      textStart('m'),
      textContent('m', 'a'),
      messagesSnapshot([photo]),
      textContent('m', 'b'),
      textEnd('m'),
    ],
    issues: ['item-unknown'],
    thread: { messages: [photo] },
    tolerant: {
      thread: { messages: [{ id: 'm', role: 'assistant', content: 'ab' }, photo] },
    },
  },
  {
    rule: 'P-99',
    name: 'metadata merges per key: the last write wins, nothing is merged inside, null is data',
    given: [
      runStarted(),
      textStart('m', { metadata: { a: { x: 1 }, k: 1 } }),
      textContent('m', 'a', { metadata: { a: { y: 2 }, n: null } }),
      textContent('m', 'b'),
      textEnd('m', { metadata: { k: [3] } }),
    ],
    thread: {
      messages: [{ id: 'm', role: 'assistant', content: 'ab', metadata: { a: { y: 2 }, k: [3], n: null } }],
    },
  },
  {
    rule: 'P-44',
    name: 'text into a message made of parts joins its parts; none is lost',
    held: [photo],
    given: [runStarted(), textStart('u'), textContent('u', 'look'), textContent('u', ' here'), textEnd('u')],
    thread: {
      messages: [
        {
          ...photo,
          content: [...photo.content, { type: 'text', text: 'look here' }],
        },
      ],
    },
  },
])
