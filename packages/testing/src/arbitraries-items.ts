import type { EventOf } from '@agui-kit/core'
import { type Dice, textOf } from './arbitraries-dice.ts'
import { type Model, mint } from './arbitraries-model.ts'
import {
  base,
  deltaOf,
  isPending,
  isTextRole,
  type Move,
  maybeTag,
  NAMES,
  ownerAgain,
  ownerOf,
  pendingOf,
  ROLES,
  reopenable,
  tag,
} from './arbitraries-picks.ts'

export const textStart: Move = (model, dice) => {
  const again = reopenable(model, dice, (id, role) => isTextRole(role) && !model.text.has(id))
  const messageId = again ?? mint(model, 'm')
  const owner =
    again === undefined ? ownerOf(model, dice) : ownerAgain(model, dice, model.messageOwners, again)
  return { type: 'TEXT_MESSAGE_START', messageId, ...opening(dice), ...tag(owner), ...base(dice) }
}

function opening(dice: Dice): Pick<EventOf<'TEXT_MESSAGE_START'>, 'role' | 'name'> {
  const role = dice.rarely(3) ? dice.of(ROLES) : undefined
  return { ...(role && { role }), ...(dice.rarely(6) && { name: 'Ada' }) }
}

export const textContent: Move = (model, dice) => {
  const item = dice.of([...model.text])
  return (
    item && {
      type: 'TEXT_MESSAGE_CONTENT',
      messageId: item[0],
      delta: textOf(dice),
      ...maybeTag(dice, item[1]),
      ...base(dice),
    }
  )
}

export const textEnd: Move = (model, dice) => {
  const item = dice.of([...model.text])
  return item && { type: 'TEXT_MESSAGE_END', messageId: item[0], ...maybeTag(dice, item[1]), ...base(dice) }
}

export const textChunk: Move = (model, dice) => {
  const pending = dice.rarely(4) ? undefined : pendingOf(model, dice, 'text')
  if (pending !== undefined) {
    const { id, owner, fixed } = pending
    const known = id === undefined ? {} : { messageId: id }
    return { type: 'TEXT_MESSAGE_CHUNK', ...known, ...fixed, ...deltaOf(dice), ...owner, ...base(dice) }
  }
  const again = reopenable(model, dice, (id, role) => isTextRole(role) && !model.text.has(id))
  const owner =
    again === undefined ? ownerOf(model, dice) : ownerAgain(model, dice, model.messageOwners, again)
  const messageId = again ?? mint(model, 'm')
  return {
    type: 'TEXT_MESSAGE_CHUNK',
    messageId,
    ...opening(dice),
    ...deltaOf(dice),
    ...tag(owner),
    ...base(dice),
  }
}

/** Where a new call goes and whose it is: with the message it names, and that one's owner (rules 53, 78). */
function placeOf(
  model: Model,
  dice: Dice,
): { readonly parentMessageId?: string; readonly subagentRunId?: string } {
  const assistants = [...model.held].filter(([, role]) => role === 'assistant').map(([id]) => id)
  const parent = dice.of([undefined, mint(model, 'p'), ...assistants])
  if (parent === undefined) return tag(ownerOf(model, dice))
  const isKnown = model.messageOwners.has(parent)
  const owner = isKnown ? model.messageOwners.get(parent) : ownerOf(model, dice)
  return { parentMessageId: parent, ...(model.spoken.has(parent) ? maybeTag(dice, owner) : tag(owner)) }
}

export const toolStart: Move = (model, dice) => {
  const closed = [...model.calls.keys()].filter((id) => !model.tool.has(id) && !isPending(model, id))
  const again = dice.rarely(5) ? dice.of(closed) : undefined
  const toolCallName = dice.of(NAMES) ?? ''
  if (again !== undefined) {
    const messageId = model.calls.get(again) ?? again
    const owner = model.callOwners.has(again)
      ? model.callOwners.get(again)
      : ownerAgain(model, dice, model.messageOwners, messageId)
    return { type: 'TOOL_CALL_START', toolCallId: again, toolCallName, ...tag(owner), ...base(dice) }
  }
  return {
    type: 'TOOL_CALL_START',
    toolCallId: mint(model, 'c'),
    toolCallName,
    ...placeOf(model, dice),
    ...base(dice),
  }
}

export const toolArgs: Move = (model, dice) => {
  const item = dice.of([...model.tool])
  return (
    item && {
      type: 'TOOL_CALL_ARGS',
      toolCallId: item[0],
      delta: textOf(dice),
      ...maybeTag(dice, item[1]),
      ...base(dice),
    }
  )
}

export const toolEnd: Move = (model, dice) => {
  const item = dice.of([...model.tool])
  return item && { type: 'TOOL_CALL_END', toolCallId: item[0], ...maybeTag(dice, item[1]), ...base(dice) }
}

export const toolChunk: Move = (model, dice) => {
  const pending = dice.rarely(4) ? undefined : pendingOf(model, dice, 'tool')
  if (pending !== undefined) {
    const { id, owner, fixed } = pending
    const known = id === undefined ? {} : { toolCallId: id }
    return { type: 'TOOL_CALL_CHUNK', ...known, ...fixed, ...deltaOf(dice), ...owner, ...base(dice) }
  }
  return {
    type: 'TOOL_CALL_CHUNK',
    toolCallId: mint(model, 'c'),
    toolCallName: dice.of(NAMES) ?? '',
    ...placeOf(model, dice),
    ...deltaOf(dice),
    ...base(dice),
  }
}

export const toolResult: Move = (model, dice) => {
  const waiting = [...model.calls.keys()].filter((id) => !model.answered.has(id))
  const toolCallId = dice.rarely(12) ? mint(model, 'lost') : dice.of(waiting)
  if (toolCallId === undefined) return undefined
  return {
    type: 'TOOL_CALL_RESULT',
    messageId: mint(model, 't'),
    toolCallId,
    content: dice.rarely(4) ? [{ type: 'text', text: textOf(dice) }] : textOf(dice),
    ...(dice.rarely(3) && { role: 'tool' as const }),
    ...tag(ownerOf(model, dice)),
    ...base(dice),
  }
}

export const reasoningStart: Move = (model, dice) => {
  const messageId = mint(model, 'r')
  return { type: 'REASONING_START', messageId, ...tag(ownerOf(model, dice)), ...base(dice) }
}

export const reasoningEnd: Move = (model, dice) => {
  const item = dice.of([...model.spans])
  return item && { type: 'REASONING_END', messageId: item[0], ...maybeTag(dice, item[1]), ...base(dice) }
}

export const reasoningMessageStart: Move = (model, dice) => {
  // A message may have the id of its span.
  const span = dice.rarely(2) ? dice.of([...model.spans.keys()]) : undefined
  const fresh = span !== undefined && !model.reasoning.has(span) && !isPending(model, span) ? span : undefined
  const messageId = fresh ?? mint(model, 'r')
  const owner = ownerAgain(model, dice, model.reasoningOwners, messageId)
  return { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning', ...tag(owner), ...base(dice) }
}

export const reasoningContent: Move = (model, dice) => {
  const item = dice.of([...model.reasoning])
  return (
    item && {
      type: 'REASONING_MESSAGE_CONTENT',
      messageId: item[0],
      delta: textOf(dice),
      ...maybeTag(dice, item[1]),
      ...base(dice),
    }
  )
}

export const reasoningMessageEnd: Move = (model, dice) => {
  const item = dice.of([...model.reasoning])
  return (
    item && { type: 'REASONING_MESSAGE_END', messageId: item[0], ...maybeTag(dice, item[1]), ...base(dice) }
  )
}

export const reasoningChunk: Move = (model, dice) => {
  const pending = dice.rarely(4) ? undefined : pendingOf(model, dice, 'reasoning')
  const known =
    pending === undefined
      ? { messageId: mint(model, 'r'), ...tag(ownerOf(model, dice)) }
      : { ...(pending.id !== undefined && { messageId: pending.id }), ...pending.owner }
  return { type: 'REASONING_MESSAGE_CHUNK', ...known, ...deltaOf(dice), ...base(dice) }
}

export const encryptedValue: Move = (model, dice) => {
  const isCall = dice.rarely(3)
  const sealable = [...model.held].filter(([, role]) => role !== 'activity').map(([id]) => id)
  const entityId = dice.of(isCall ? [...model.calls.keys()] : sealable)
  if (entityId === undefined) return undefined
  return {
    type: 'REASONING_ENCRYPTED_VALUE',
    subtype: isCall ? 'tool-call' : 'message',
    entityId,
    encryptedValue: textOf(dice),
    ...base(dice),
  }
}
