import type { AgentEvent, EventOf, Interrupt, TokenUsage } from '@agui-kit/core'
import { type Dice, objectOf, textOf, valueOf } from './arbitraries-dice.ts'
import { type Model, mint } from './arbitraries-model.ts'
import { base, type Move, ownerOf, tag } from './arbitraries-picks.ts'
import { THREAD_ID } from './event.ts'

export const startRun: Move = (model, dice) => {
  const runId = mint(model, 'run')
  return {
    type: 'RUN_STARTED',
    threadId: THREAD_ID,
    runId,
    ...(dice.rarely(4) && { protocolVersion: '1.0' }),
    ...(dice.rarely(6) && { parentRunId: 'earlier' }),
    ...(dice.rarely(4) && {
      input: {
        threadId: THREAD_ID,
        runId,
        messages: [{ id: mint(model, 'u'), role: 'user' as const, content: textOf(dice) }],
        ...(dice.rarely(2) && { state: valueOf(dice) }),
      },
    }),
    ...base(dice),
  }
}

export const finishRun = (model: Model, dice: Dice): AgentEvent => ({
  type: 'RUN_FINISHED',
  threadId: THREAD_ID,
  runId: model.runId,
  ...outcomeOf(model, dice),
  ...(dice.rarely(4) && { result: valueOf(dice) }),
  ...(dice.rarely(4) && { usage: [usageOf(dice)] }),
  ...base(dice),
})

function outcomeOf(model: Model, dice: Dice): Pick<EventOf<'RUN_FINISHED'>, 'outcome'> {
  switch (dice.pick(6)) {
    case 1:
      return { outcome: { type: 'success' } }
    case 2:
      return { outcome: { type: 'success', pendingToolCallIds: [...model.calls.keys()].slice(0, 1) } }
    case 3:
      return { outcome: { type: 'interrupt', interrupts: [interruptOf(model, dice)] } }
    case 4:
      return {
        outcome: { type: 'interrupt', interrupts: [interruptOf(model, dice), interruptOf(model, dice)] },
      }
    case 5:
      return { outcome: { type: 'cancelled' } }
    default:
      return {}
  }
}

function interruptOf(model: Model, dice: Dice): Interrupt {
  const toolCallId = dice.of([...model.calls.keys()])
  return {
    id: mint(model, 'i'),
    reason: dice.of(['tool_call', 'confirmation', 'acme:pick']) ?? 'confirmation',
    ...(dice.rarely(2) && { message: textOf(dice) }),
    ...(toolCallId !== undefined && dice.rarely(2) && { toolCallId }),
    ...(dice.rarely(3) && { responseSchema: { type: 'object' } }),
    ...(dice.rarely(3) && { expiresAt: dice.of(['2099-01-01T00:00:00Z', 'soon']) ?? 'soon' }),
    ...(dice.rarely(4) && { metadata: objectOf(dice) }),
    ...(dice.rarely(4) && tag(ownerOf(model, dice))),
  }
}

function usageOf(dice: Dice): TokenUsage {
  return {
    model: dice.of(['small', 'large']) ?? 'small',
    inputTokens: dice.pick(50),
    outputTokens: dice.pick(50),
  }
}

export const failRun: Move = (_, dice) => ({
  type: 'RUN_ERROR',
  message: textOf(dice),
  ...(dice.rarely(2) && { code: 'busy' }),
  ...(dice.rarely(4) && { usage: [usageOf(dice)] }),
  ...base(dice),
})

export const stepStarted: Move = (model, dice) => {
  const owner = ownerOf(model, dice)
  const stepName = dice.of(['plan', 'act', '']) ?? ''
  if (model.steps.get(owner)?.has(stepName)) return undefined
  return { type: 'STEP_STARTED', stepName, ...tag(owner), ...base(dice) }
}

export const stepFinished: Move = (model, dice) => {
  const open = [...model.steps].flatMap(([owner, names]) => [...names].map((name) => [owner, name] as const))
  const step = dice.of(open)
  return step && { type: 'STEP_FINISHED', stepName: step[1], ...tag(step[0]), ...base(dice) }
}

export const subagentStarted: Move = (model, dice) => {
  const parent = dice.of([undefined, ...model.subagents.keys()])
  return {
    type: 'SUBAGENT_STARTED',
    subagentRunId: mint(model, 's'),
    name: dice.of(['researcher', '']) ?? '',
    ...(parent !== undefined && { parentSubagentRunId: parent }),
    ...(dice.rarely(3) && { description: textOf(dice) }),
    ...(dice.rarely(3) && { parentToolCallId: 'any' }),
    ...base(dice),
  }
}

export const subagentEnded: Move = (model, dice) => {
  const active = [...model.subagents].filter(([, status]) => status === 'active').map(([id]) => id)
  const subagentRunId = dice.of(active)
  if (subagentRunId === undefined) return undefined
  if (dice.rarely(3))
    return {
      type: 'SUBAGENT_ERROR',
      subagentRunId,
      message: textOf(dice),
      ...(dice.rarely(2) && { code: 'x' }),
    }
  return {
    type: 'SUBAGENT_FINISHED',
    subagentRunId,
    ...(dice.rarely(3) && { result: valueOf(dice) }),
    ...(dice.rarely(3) && { outcome: { type: 'suspended' as const, interruptIds: [] } }),
    ...base(dice),
  }
}
