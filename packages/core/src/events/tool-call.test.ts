import {
  messagesSnapshot,
  runError,
  runStarted,
  textMessage,
  textStart,
  toolArgs,
  toolCall,
  toolEnd,
  toolResult,
  toolStart,
} from '@agui-kit/testing'
import { testReduce } from '../../test/test-reduce.ts'

const call = (id: string, name: string, args: string, more: object = {}) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
  ...more,
})

testReduce([
  {
    rule: 'P-78',
    name: 'a call without a parent gets an assistant message of its own, without content',
    given: [runStarted(), ...toolCall('c1', 'f', { a: 1 }), ...toolCall('c2', 'g')],
    thread: {
      messages: [
        { id: 'c1', role: 'assistant', toolCalls: [call('c1', 'f', '{"a":1}')] },
        { id: 'c2', role: 'assistant', toolCalls: [call('c2', 'g', '{}')] },
      ],
      calls: { c1: 'called', c2: 'called' },
    },
  },
  {
    rule: 'P-78',
    name: 'a parent that is an assistant message takes the call',
    given: [
      runStarted(),
      ...textMessage('m', 'a'),
      toolStart('c1', 'f', { parentMessageId: 'm' }),
      toolStart('c2', 'g', { parentMessageId: 'm' }),
    ],
    thread: {
      messages: [
        { id: 'm', role: 'assistant', content: 'a', toolCalls: [call('c1', 'f', ''), call('c2', 'g', '')] },
      ],
      calls: { c1: 'args', c2: 'args' },
    },
  },
  {
    rule: 'P-78',
    name: 'a parent that is not held becomes the message of the call',
    given: [runStarted(), toolStart('c', 'f', { parentMessageId: 'm', subagentRunId: 's1' })],
    thread: {
      messages: [{ id: 'm', role: 'assistant', subagentRunId: 's1', toolCalls: [call('c', 'f', '')] }],
    },
  },
  {
    rule: 'P-78',
    name: 'a parent of another role is told, and the call gets a message of its own',
    held: [{ id: 'u', role: 'user', content: 'q' }],
    given: [runStarted(), toolStart('c', 'f', { parentMessageId: 'u' })],
    issues: ['message-role-conflict'],
    thread: {
      messages: [
        { id: 'u', role: 'user', content: 'q' },
        { id: 'c', role: 'assistant', toolCalls: [call('c', 'f', '')] },
      ],
    },
  },
  {
    rule: 'P-79',
    name: 'a call that is told again within its run goes on: one entry, arguments kept, metadata merged',
    given: [
      runStarted(),
      toolStart('c', 'f', { metadata: { a: 1 } }),
      toolArgs('c', '{'),
      toolEnd('c'),
      toolStart('c', 'f', { metadata: { b: 2 } }),
      toolArgs('c', '}'),
      toolEnd('c'),
    ],
    thread: {
      messages: [
        { id: 'c', role: 'assistant', toolCalls: [call('c', 'f', '{}', { metadata: { a: 1, b: 2 } })] },
      ],
    },
  },
  {
    rule: 'P-79',
    name: 'a changed name is taken over with a word',
    given: [runStarted(), ...toolCall('c', 'f'), toolStart('c', 'g')],
    issues: ['tool-name-changed'],
    thread: { messages: [{ id: 'c', role: 'assistant', toolCalls: [call('c', 'g', '{}')] }] },
  },
  {
    rule: 'P-41',
    name: 'arguments of a call that is not open are refused; tolerantly those of an unknown call are skipped',
    given: [runStarted(), toolArgs('c', '{}')],
    fatal: 'item-not-open',
    tolerant: { issues: ['item-not-open'], thread: { messages: [] } },
  },
  {
    rule: 'P-41',
    name: 'arguments after the end of a call are refused; tolerantly they append',
    given: [runStarted(), toolStart('c', 'f'), toolArgs('c', '{'), toolEnd('c'), toolArgs('c', '}')],
    fatal: 'item-not-open',
    tolerant: {
      issues: ['item-not-open'],
      thread: { messages: [{ id: 'c', role: 'assistant', toolCalls: [call('c', 'f', '{}')] }] },
    },
  },
  {
    rule: 'P-41',
    name: 'an end for a call that is not open is refused; tolerantly it is skipped',
    given: [runStarted(), ...toolCall('c', 'f'), toolEnd('c')],
    fatal: 'item-not-open',
    tolerant: { issues: ['item-not-open'], thread: { calls: { c: 'called' } } },
  },
  {
    rule: 'P-41',
    name: 'a start of an open call is refused; tolerantly it keeps what has streamed',
    given: [runStarted(), toolStart('c', 'f'), toolArgs('c', '{'), toolStart('c', 'f'), toolArgs('c', '}')],
    fatal: 'item-already-open',
    tolerant: {
      issues: ['item-already-open'],
      thread: { messages: [{ id: 'c', role: 'assistant', toolCalls: [call('c', 'f', '{}')] }] },
    },
  },
  {
    rule: 'P-80',
    name: 'arguments append to the call they name, whichever message has it',
    given: [
      runStarted(),
      toolStart('c1', 'f', { parentMessageId: 'p' }),
      toolStart('c2', 'g', { parentMessageId: 'p' }),
      toolArgs('c1', '1'),
      toolArgs('c2', '2'),
      toolArgs('c1', '3'),
    ],
    thread: {
      messages: [{ id: 'p', role: 'assistant', toolCalls: [call('c1', 'f', '13'), call('c2', 'g', '2')] }],
    },
  },
  {
    rule: 'P-46',
    name: 'arguments that are no JSON are the application’s matter, never a violation',
    given: [runStarted(), toolStart('c', 'f'), toolArgs('c', '{"a": '), toolEnd('c')],
    thread: { messages: [{ id: 'c', role: 'assistant', toolCalls: [call('c', 'f', '{"a": ')] }] },
  },
  {
    rule: 'P-51',
    name: 'arguments tagged with another owner are refused; tolerantly they are applied',
    given: [
      runStarted(),
      toolStart('c', 'f', { subagentRunId: 's1' }),
      toolArgs('c', '{}', { subagentRunId: 's2' }),
    ],
    fatal: 'owner-mismatch',
    tolerant: {
      issues: ['owner-mismatch'],
      thread: {
        messages: [{ id: 'c', role: 'assistant', subagentRunId: 's1', toolCalls: [call('c', 'f', '{}')] }],
      },
    },
  },
  {
    rule: 'P-53',
    name: 'a call tagged against the owner of its parent message is refused',
    given: [
      runStarted(),
      textStart('m', { subagentRunId: 's1' }),
      toolStart('c', 'f', { parentMessageId: 'm', subagentRunId: 's2' }),
    ],
    fatal: 'owner-mismatch',
    tolerant: {
      issues: ['owner-mismatch'],
      thread: {
        messages: [
          { id: 'm', role: 'assistant', content: '', subagentRunId: 's1', toolCalls: [call('c', 'f', '')] },
        ],
      },
    },
  },
  {
    rule: 'P-53',
    name: 'an untagged call inherits the owner of its parent message',
    given: [
      runStarted(),
      textStart('m', { subagentRunId: 's1' }),
      toolStart('c', 'f', { parentMessageId: 'm' }),
      toolArgs('c', '{}', { subagentRunId: 's2' }),
    ],
    fatal: 'owner-mismatch',
    tolerant: { issues: ['owner-mismatch'] },
  },
  {
    rule: 'P-53',
    name: 'a call reopened under a parent of another owner is refused',
    given: [
      runStarted(),
      ...toolCall('c', 'f'),
      textStart('m', { subagentRunId: 's1' }),
      toolStart('c', 'f', { parentMessageId: 'm' }),
    ],
    fatal: 'owner-mismatch',
    tolerant: { issues: ['owner-mismatch'] },
  },
  {
    rule: 'P-81',
    name: 'a result stands right after the message of its call, results of one message in order of arrival',
    given: [
      runStarted(),
      toolStart('c1', 'f', { parentMessageId: 'p' }),
      toolEnd('c1'),
      toolStart('c2', 'g', { parentMessageId: 'p' }),
      toolEnd('c2'),
      ...textMessage('m', 'later'),
      toolResult('c2', 'R2'),
      toolResult('c1', [{ type: 'text', text: 'R1' }], { metadata: { k: 1 } }),
    ],
    thread: {
      messages: [
        { id: 'p', role: 'assistant', toolCalls: [call('c1', 'f', ''), call('c2', 'g', '')] },
        { id: 'result-c2', role: 'tool', toolCallId: 'c2', content: 'R2' },
        {
          id: 'result-c1',
          role: 'tool',
          toolCallId: 'c1',
          content: [{ type: 'text', text: 'R1' }],
          metadata: { k: 1 },
        },
        { id: 'm', role: 'assistant', content: 'later' },
      ],
      calls: { c1: 'answered', c2: 'answered' },
    },
  },
  {
    rule: 'P-81',
    name: 'a result without a call stands at the end, without a word',
    held: [{ id: 'u', role: 'user', content: 'q' }],
    given: [runStarted(), toolResult('ghost', 'R')],
    thread: {
      messages: [
        { id: 'u', role: 'user', content: 'q' },
        { id: 'result-ghost', role: 'tool', toolCallId: 'ghost', content: 'R' },
      ],
    },
  },
  {
    rule: 'P-81',
    name: 'the same result again is the same message',
    given: [runStarted(), ...toolCall('c', 'f'), toolResult('c', 'R'), toolResult('c', 'R')],
    thread: {
      messages: [
        { id: 'c', role: 'assistant', toolCalls: [call('c', 'f', '{}')] },
        { id: 'result-c', role: 'tool', toolCallId: 'c', content: 'R' },
      ],
    },
  },
  {
    rule: 'P-81',
    name: 'a result under the id of another message is told and kept apart, once',
    given: [
      runStarted(),
      ...toolCall('c', 'f'),
      toolResult('c', 'R', { messageId: 'c' }),
      toolResult('c', 'R2', { messageId: 'c' }),
    ],
    issues: ['message-id-duplicate', 'message-id-duplicate'],
    thread: {
      messages: [
        { id: 'c', role: 'assistant', toolCalls: [call('c', 'f', '{}')] },
        { id: 'c:result', role: 'tool', toolCallId: 'c', content: 'R2' },
      ],
    },
  },
  {
    rule: 'P-54',
    name: 'a result may be attributed differently from its call',
    given: [
      runStarted(),
      toolStart('c', 'f', { subagentRunId: 's1' }),
      toolEnd('c'),
      toolResult('c', 'R', { subagentRunId: 's2' }),
    ],
    thread: {
      messages: [
        { id: 'c', role: 'assistant', subagentRunId: 's1', toolCalls: [call('c', 'f', '')] },
        { id: 'result-c', role: 'tool', toolCallId: 'c', content: 'R', subagentRunId: 's2' },
      ],
    },
  },
  {
    rule: 'P-100',
    name: 'metadata of a call’s events lands on the call, not on its message',
    given: [
      runStarted(),
      toolStart('c', 'f', { metadata: { a: 1 } }),
      toolArgs('c', '{}', { metadata: { a: 2 } }),
      toolEnd('c', { metadata: { b: 3 } }),
    ],
    thread: {
      messages: [
        { id: 'c', role: 'assistant', toolCalls: [call('c', 'f', '{}', { metadata: { a: 2, b: 3 } })] },
      ],
    },
  },
  {
    rule: 'P-13',
    name: 'a result of another role than tool is malformed',
    given: [runStarted(), { ...toolResult('c', 'R'), role: 'user' }],
    fatal: 'field-malformed',
  },
  {
    rule: 'P-9',
    name: 'an unknown part leaves a result, a part with an unknown source goes whole',
    given: [
      runStarted(),
      {
        ...toolResult('c', ''),
        content: [
          { type: 'hologram' },
          { type: 'image', source: { type: 'ftp', value: 'x' } },
          { type: 'text', text: 'x' },
        ],
      },
    ],
    issues: ['member-unknown', 'member-unknown'],
    thread: {
      messages: [{ id: 'result-c', role: 'tool', toolCallId: 'c', content: [{ type: 'text', text: 'x' }] }],
    },
  },
  {
    rule: 'P-93',
    name: 'arguments of a call whose message a snapshot dropped go nowhere, with a word',
    given: [
      runStarted(),
      toolStart('c', 'f'),
      messagesSnapshot([{ id: 'u', role: 'user', content: 'q' }]),
      toolArgs('c', '{}'),
    ],
    issues: ['item-unknown'],
    thread: { messages: [{ id: 'u', role: 'user', content: 'q' }] },
  },
  {
    rule: 'P-79',
    name: 'a call of an earlier run that is told again: strictly its arguments append, tolerantly it is a replay',
    given: [runStarted(), ...toolCall('c', 'f'), runError(), runStarted(), ...toolCall('c', 'f')],
    thread: { messages: [{ id: 'c', role: 'assistant', toolCalls: [call('c', 'f', '{}{}')] }] },
    tolerant: {
      thread: { messages: [{ id: 'c', role: 'assistant', toolCalls: [call('c', 'f', '{}')] }] },
    },
  },
])
