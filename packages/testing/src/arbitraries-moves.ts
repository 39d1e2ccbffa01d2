import type { Message } from '@agui-kit/core'
import { jsonOf, objectOf, patchOf, textOf } from './arbitraries-dice.ts'
import {
  encryptedValue,
  reasoningChunk,
  reasoningContent,
  reasoningEnd,
  reasoningMessageEnd,
  reasoningMessageStart,
  reasoningStart,
  textChunk,
  textContent,
  textEnd,
  textStart,
  toolArgs,
  toolChunk,
  toolEnd,
  toolResult,
  toolStart,
} from './arbitraries-items.ts'
import { mint } from './arbitraries-model.ts'
import {
  base,
  isPending,
  isTextRole,
  type Move,
  maybeTag,
  NAMES,
  ownerAgain,
  ownerOf,
  tag,
} from './arbitraries-picks.ts'
import { stepFinished, stepStarted, subagentEnded, subagentStarted } from './arbitraries-run.ts'

const stateSnapshot: Move = (model, dice) => ({
  type: 'STATE_SNAPSHOT',
  snapshot: dice.rarely(3) ? jsonOf(dice) : { a: { b: 1, list: [1] }, list: ['x', {}], ...objectOf(dice) },
  ...tag(ownerOf(model, dice)),
  ...base(dice),
})

const stateDelta: Move = (model, dice) => ({
  type: 'STATE_DELTA',
  delta: patchOf(dice),
  ...tag(ownerOf(model, dice)),
  ...base(dice),
})

/** Some of what is held told again, and something new. */
const messagesSnapshot: Move = (model, dice) => {
  const kept = [...model.held].filter(
    ([id, role]) => isTextRole(role) && !isPending(model, id) && !dice.rarely(4),
  )
  const messages: Message[] = kept.map(([id, role]) => {
    const owner = ownerAgain(model, dice, model.messageOwners, id)
    if (role !== 'assistant') return { id, role: role as 'user', content: textOf(dice), ...tag(owner) }
    const toolCalls = [...model.calls]
      .filter(([, messageId]) => messageId === id)
      .map(([callId]) => ({
        id: callId,
        type: 'function' as const,
        function: { name: dice.of(NAMES) ?? '', arguments: textOf(dice) },
      }))
    return { id, role, content: textOf(dice), ...(toolCalls.length > 0 && { toolCalls }), ...tag(owner) }
  })
  if (dice.rarely(3)) messages.push({ id: mint(model, 'n'), role: 'user', content: textOf(dice) })
  if (dice.rarely(6)) messages.push({ id: mint(model, 'r'), role: 'reasoning', content: textOf(dice) })
  if (dice.rarely(6))
    messages.push({ id: mint(model, 'a'), role: 'activity', activityType: 'told', content: objectOf(dice) })
  const { metadata: _, ...rest } = base(dice)
  return { type: 'MESSAGES_SNAPSHOT', messages, ...rest }
}

const activitySnapshot: Move = (model, dice) => {
  const known = [...model.held].filter(([, role]) => role === 'activity').map(([id]) => id)
  const messageId = dice.of([mint(model, 'a'), ...known]) ?? ''
  return {
    type: 'ACTIVITY_SNAPSHOT',
    messageId,
    activityType: dice.of(['progress', 'plan']) ?? '',
    content: objectOf(dice),
    ...(dice.rarely(3) && { replace: dice.rarely(2) }),
    ...tag(ownerOf(model, dice)),
    ...base(dice),
  }
}

const activityDelta: Move = (model, dice) => {
  const known = [...model.held].filter(([, role]) => role === 'activity').map(([id]) => id)
  const messageId = dice.rarely(10) ? mint(model, 'gone') : dice.of(known)
  if (messageId === undefined) return undefined
  return {
    type: 'ACTIVITY_DELTA',
    messageId,
    activityType: dice.of(['progress', 'plan']) ?? '',
    patch: patchOf(dice).filter((operation) => operation.path !== ''),
    ...maybeTag(dice, model.activityOwners.get(messageId)),
    ...base(dice),
  }
}

const raw: Move = (model, dice) => ({
  type: 'RAW',
  event: jsonOf(dice),
  ...(dice.rarely(2) && { source: 'model' }),
  ...tag(ownerOf(model, dice)),
  ...base(dice),
})

const custom: Move = (model, dice) => ({
  type: 'CUSTOM',
  name: dice.of(['progress', 'on_interrupt', '']) ?? '',
  value: jsonOf(dice),
  ...tag(ownerOf(model, dice)),
  ...base(dice),
})

/** The moves within a run; those of a stream are there more than once, as in life. */
export const MOVES: readonly Move[] = [
  textStart,
  textContent,
  textContent,
  textEnd,
  textChunk,
  textChunk,
  toolStart,
  toolArgs,
  toolArgs,
  toolEnd,
  toolChunk,
  toolChunk,
  toolResult,
  stateSnapshot,
  stateDelta,
  stateDelta,
  messagesSnapshot,
  activitySnapshot,
  activityDelta,
  stepStarted,
  stepFinished,
  reasoningStart,
  reasoningEnd,
  reasoningMessageStart,
  reasoningContent,
  reasoningMessageEnd,
  reasoningChunk,
  encryptedValue,
  subagentStarted,
  subagentEnded,
  raw,
  custom,
]

/** The moves that close what is open before a run may finish. */
export const CLOSING: readonly Move[] = [
  textEnd,
  toolEnd,
  reasoningMessageEnd,
  reasoningEnd,
  stepFinished,
  subagentEnded,
]
