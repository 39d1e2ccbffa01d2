import {
  activitySnapshot,
  encryptedValue,
  messagesSnapshot,
  reasoningContent,
  reasoningEnd,
  reasoningMessageEnd,
  reasoningMessageStart,
  reasoningStart,
  runStarted,
  textMessage,
  textStart,
  toolCall,
} from '@agui-kit/testing'
import { testReduce } from '../../test/test-reduce.ts'

const thought = (content: string, more: object = {}) => ({ id: 'x', role: 'reasoning', content, ...more })

testReduce([
  {
    rule: 'P-47',
    name: 'a span mints no message and may share its id with one',
    given: [
      runStarted(),
      reasoningStart('x'),
      reasoningMessageStart('x'),
      reasoningContent('x', 'a'),
      reasoningContent('x', 'b'),
      reasoningMessageEnd('x'),
      reasoningEnd('x'),
    ],
    thread: { messages: [thought('ab')], streaming: [] },
  },
  {
    rule: 'P-47',
    name: 'a fragment that names only a span is refused; tolerantly it is shown',
    given: [runStarted(), reasoningStart('x'), reasoningContent('x', 'a')],
    fatal: 'item-not-open',
    thread: { messages: [] },
    tolerant: { issues: ['item-not-open'], thread: { messages: [thought('a')] } },
  },
  {
    rule: 'P-41',
    name: 'starts of what is open are refused: spans and messages are two sets',
    given: [runStarted(), reasoningStart('x'), reasoningMessageStart('x'), reasoningMessageStart('x')],
    fatal: 'item-already-open',
    tolerant: { issues: ['item-already-open'], thread: { messages: [thought('')] } },
  },
  {
    rule: 'P-41',
    name: 'ends of what is not open are refused; tolerantly they are skipped',
    given: [runStarted(), reasoningEnd('x'), reasoningMessageEnd('x')],
    fatal: 'item-not-open',
    tolerant: { issues: ['item-not-open', 'item-not-open'], thread: { messages: [] } },
  },
  {
    rule: 'P-52',
    name: 'span and message share one owner',
    given: [
      runStarted(),
      reasoningStart('x', { subagentRunId: 's1' }),
      reasoningMessageStart('x', { subagentRunId: 's2' }),
    ],
    fatal: 'owner-mismatch',
    tolerant: { issues: ['owner-mismatch'] },
  },
  {
    rule: 'P-52',
    name: 'owners are kept per kind: a text and a thought of one id are not each other’s',
    given: [
      runStarted(),
      reasoningMessageStart('x', { subagentRunId: 's1' }),
      // The message of that id is a thought, so the text has nowhere to go; its owner is no matter.
      textStart('x', { subagentRunId: 's2' }),
    ],
    issues: ['message-role-conflict'],
    thread: { messages: [thought('', { subagentRunId: 's1' })] },
  },
  {
    rule: 'P-51',
    name: 'a thought that names another owner than its opener is refused',
    given: [runStarted(), reasoningMessageStart('x'), reasoningContent('x', 'a', { subagentRunId: 's1' })],
    fatal: 'owner-mismatch',
    tolerant: { issues: ['owner-mismatch'], thread: { messages: [thought('a')] } },
  },
  {
    rule: 'P-13',
    name: 'a reasoning message of another role is malformed; tolerantly it is read as what it is',
    given: [runStarted(), { ...reasoningMessageStart('x'), role: 'assistant' }],
    fatal: 'field-malformed',
    tolerant: { issues: ['field-malformed'], thread: { messages: [thought('')] } },
  },
  {
    rule: 'P-99',
    name: 'metadata of a thought’s events merges on it',
    given: [
      runStarted(),
      reasoningMessageStart('x', { metadata: { a: 1 } }),
      reasoningContent('x', 'a', { metadata: { b: 2 } }),
      reasoningMessageEnd('x', { metadata: { a: 3 } }),
    ],
    thread: { messages: [thought('a', { metadata: { a: 3, b: 2 } })] },
  },
  {
    rule: 'P-45',
    name: 'a thought under the id of a text goes nowhere, with a word',
    given: [runStarted(), ...textMessage('x', 'a'), reasoningMessageStart('x'), reasoningContent('x', 'b')],
    issues: ['message-role-conflict', 'message-role-conflict'],
    thread: { messages: [{ id: 'x', role: 'assistant', content: 'a' }] },
  },
  {
    rule: 'P-93',
    name: 'a thought that a snapshot dropped while it was open goes nowhere, strictly read',
    given: [
      runStarted(),
      reasoningMessageStart('x'),
      messagesSnapshot([{ id: 'y', role: 'reasoning', content: 'z' }]),
      reasoningContent('x', 'a'),
    ],
    issues: ['item-unknown'],
    thread: { messages: [{ id: 'y', role: 'reasoning', content: 'z' }] },
    tolerant: {
      thread: { messages: [thought('a'), { id: 'y', role: 'reasoning', content: 'z' }] },
    },
  },
  {
    rule: 'P-48',
    name: 'an encrypted value is kept on the message or the call it names, and its metadata is not merged',
    given: [
      runStarted(),
      reasoningMessageStart('x'),
      reasoningMessageEnd('x'),
      encryptedValue('message', 'x', 'E1', { metadata: { k: 1 } }),
      ...toolCall('c', 'f'),
      encryptedValue('tool-call', 'c', 'E2'),
      encryptedValue('tool-call', 'c', 'E3'),
    ],
    thread: {
      messages: [
        thought('', { encryptedValue: 'E1' }),
        {
          id: 'c',
          role: 'assistant',
          toolCalls: [
            { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' }, encryptedValue: 'E3' },
          ],
        },
      ],
    },
  },
  {
    rule: 'P-48',
    name: 'one for nothing we hold, or for an activity, is told and let go',
    given: [
      runStarted(),
      activitySnapshot('a', 'p', {}),
      encryptedValue('message', 'a', 'E'),
      encryptedValue('message', 'ghost', 'E'),
      encryptedValue('tool-call', 'ghost', 'E'),
    ],
    issues: ['encrypted-value-lost', 'encrypted-value-lost', 'encrypted-value-lost'],
    thread: { messages: [{ id: 'a', role: 'activity', activityType: 'p', content: {} }] },
  },
  {
    rule: 'P-52',
    name: 'an encrypted value is held against the owner of what it names',
    given: [
      runStarted(),
      reasoningMessageStart('x', { subagentRunId: 's1' }),
      encryptedValue('message', 'x', 'E', { subagentRunId: 's2' }),
    ],
    fatal: 'owner-mismatch',
    tolerant: { issues: ['owner-mismatch'] },
  },
  {
    rule: 'P-12',
    name: 'one of a subtype we do not know is left out whole',
    given: [runStarted(), { ...encryptedValue('message', 'x', 'E'), subtype: 'signature' }],
    issues: ['member-unknown'],
    thread: { messages: [] },
  },
])
