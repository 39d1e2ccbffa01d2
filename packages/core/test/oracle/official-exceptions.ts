import { type AgentEvent, createDraft, createPipeline, emptyThread } from '@agui-kit/core'
import {
  activityDelta,
  activitySnapshot,
  messagesSnapshot,
  runFinished,
  runStarted,
  stateDelta,
  stateSnapshot,
  textEnd,
  textStart,
  toolCall,
  toolEnd,
  toolResult,
  toolStart,
} from '@agui-kit/testing'
import { framesOf } from './stream.ts'

/** A place where the official client 1.0.0 and the specification part, and we follow the specification. */
export interface OfficialException {
  readonly rule: string
  readonly what: string
  /** The same stream without that place; left out where legal streams never come near it. */
  readonly steerClear?: (events: readonly AgentEvent[]) => readonly AgentEvent[]
  /** A stream that shows it, and what we make of it; the official client makes something else. */
  readonly example: readonly object[]
  readonly ours: { readonly messages?: readonly unknown[]; readonly state?: unknown }
}

const run = (...events: readonly (object | readonly object[])[]): readonly object[] => [
  runStarted(),
  ...events.flat(),
  runFinished(),
]

/** The official client patches in place before it knows that it can; what it cannot reach it passes over. */
const withoutUnreachablePatches = emptyPatchesWhere(
  (patch, reason) => /no object or array/.test(reason) || patch.some((operation) => 'from' in operation),
)

export const officialExceptions: readonly OfficialException[] = [
  {
    rule: '87',
    what: 'A patch into a scalar fails as a whole; there it changes nothing further, without a word (W12).',
    steerClear: withoutUnreachablePatches,
    example: run(
      stateSnapshot({ n: 1 }),
      stateDelta([
        { op: 'replace', path: '', value: 0 },
        { op: 'add', path: '/n', value: 2 },
      ]),
    ),
    ours: { state: { n: 1 } },
  },
  {
    rule: '87',
    what: 'A copy from where nothing is fails as a whole; there it copies the nothing.',
    example: run(
      stateSnapshot({ n: 1 }),
      stateDelta([{ op: 'copy', path: '', from: '/gone' }]),
      stateDelta([]),
    ),
    ours: { state: { n: 1 } },
  },
  {
    rule: '87',
    what: 'A value cannot move into itself; there it does, and the state is a circle that cannot be sent.',
    example: run(stateSnapshot({}), stateDelta([{ op: 'move', path: '/n', from: '' }])),
    ours: { state: {} },
  },
  {
    rule: '88',
    what: 'Only own members are there to be removed; there those of the prototype are, too (W12).',
    example: run(
      stateSnapshot({ n: 1 }),
      stateDelta([
        { op: 'remove', path: '/toString' },
        { op: 'replace', path: '/n', value: 2 },
      ]),
    ),
    ours: { state: { n: 1 } },
  },
  {
    rule: '97',
    what: 'A delta sets the activity type always; there only when its patch applies.',
    steerClear: withSteadyActivityTypes,
    example: run(
      activitySnapshot('a', 'plan', {}),
      activityDelta('a', 'done', [{ op: 'remove', path: '/gone' }]),
    ),
    ours: { messages: [{ id: 'a', role: 'activity', activityType: 'done', content: {} }] },
  },
  {
    rule: '53',
    what: 'An untagged call belongs to the message it names, also to one that a call made; there it does not.',
    example: run(
      toolCall('c1', 'f').map((event) => ({ ...event, subagentRunId: 's' })),
      toolStart('c2', 'f', { parentMessageId: 'c1' }),
      toolEnd('c2', { subagentRunId: 's' }),
    ),
    ours: {
      messages: [
        {
          id: 'c1',
          role: 'assistant',
          subagentRunId: 's',
          toolCalls: [
            { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } },
            { id: 'c2', type: 'function', function: { name: 'f', arguments: '' } },
          ],
        },
      ],
    },
  },
  {
    rule: '12',
    what: 'A text role that is not known is taken away; there it fails the stream (W6).',
    example: run({ ...textStart('m'), role: 'narrator' }, textEnd('m')),
    ours: { messages: [{ id: 'm', role: 'assistant', content: '' }] },
  },
  {
    rule: 'H4',
    what: 'A result that comes twice, as in a replay, is one message; there it is two under one id (W14).',
    example: run(toolResult('c', 'done'), toolResult('c', 'done')),
    ours: { messages: [{ id: 'result-c', role: 'tool', toolCallId: 'c', content: 'done' }] },
  },
  {
    rule: '94',
    what: 'Of two messages under one id in a snapshot the last stands; there both do (W14).',
    example: run(
      messagesSnapshot([
        { id: 'u', role: 'user', content: 'first' },
        { id: 'u', role: 'user', content: 'last' },
      ]),
    ),
    ours: { messages: [{ id: 'u', role: 'user', content: 'last' }] },
  },
]

/** Empties the patches that fail for such a reason: the event stays, with all it closes and says. */
function emptyPatchesWhere(
  isMeant: (patch: readonly object[], reason: string) => boolean,
): (events: readonly AgentEvent[]) => readonly AgentEvent[] {
  return (events) => {
    const draft = createDraft(emptyThread('t'), () => 0)
    const pipeline = createPipeline(draft, { strictness: 'strict' })
    return events.map((event) => {
      pipeline.push(framesOf([event]))
      const failed = draft.found.splice(0).find((issue) => issue.code.endsWith('patch-failed'))
      if (failed === undefined) return event
      if (event.type === 'STATE_DELTA' && isMeant(event.delta, failed.message)) return { ...event, delta: [] }
      if (event.type === 'ACTIVITY_DELTA' && isMeant(event.patch, failed.message))
        return { ...event, patch: [] }
      return event
    })
  }
}

/** Deltas that leave the type of their activity as it is. */
function withSteadyActivityTypes(events: readonly AgentEvent[]): readonly AgentEvent[] {
  const types = new Map<string, string>()
  return events.map((event) => {
    if (event.type === 'MESSAGES_SNAPSHOT') {
      for (const message of event.messages) {
        if (message.role === 'activity') types.set(message.id, message.activityType)
      }
    } else if (event.type === 'ACTIVITY_SNAPSHOT') {
      if (event.replace !== false || !types.has(event.messageId))
        types.set(event.messageId, event.activityType)
    } else if (event.type === 'ACTIVITY_DELTA') {
      return { ...event, activityType: types.get(event.messageId) ?? event.activityType }
    }
    return event
  })
}
