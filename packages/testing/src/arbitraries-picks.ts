import type { AgentEvent, Owner } from '@agui-kit/core'
import { type Dice, objectOf, textOf, valueOf } from './arbitraries-dice.ts'
import type { Model, PendingChunks } from './arbitraries-model.ts'

/** What a producer may send next, or nothing where the rules leave it nothing of the kind. */
export type Move = (model: Model, dice: Dice) => AgentEvent | undefined

export const ROLES = ['assistant', 'user', 'system', 'developer'] as const
export const NAMES: readonly string[] = ['search', 'save', '']

export const isTextRole = (role: string): boolean => (ROLES as readonly string[]).includes(role)

/** The tag as an optional property; an item of the parent agent has none. */
export const tag = (owner: Owner): { readonly subagentRunId?: string } =>
  owner === undefined ? {} : { subagentRunId: owner }

/** A continuation may name its owner or leave it to be understood. */
export const maybeTag = (dice: Dice, owner: Owner): { readonly subagentRunId?: string } =>
  dice.rarely(2) ? {} : tag(owner)

/** Whose something new is: the parent agent's, a subagent's, or one's that was never announced. */
export function ownerOf(model: Model, dice: Dice): Owner {
  return dice.of([undefined, undefined, ...model.subagents.keys(), 'unannounced', ''])
}

/** What every event may carry. */
export function base(dice: Dice): { readonly metadata?: Readonly<Record<string, unknown>> } {
  return {
    ...(dice.rarely(8) && { timestamp: dice.pick(1000) }),
    ...(dice.rarely(8) && { metadata: objectOf(dice) }),
    ...(dice.rarely(12) && { rawEvent: valueOf(dice) }),
  }
}

/** Ids that chunks hold just now; their items are the shorthand's until it ends. */
export const isPending = (model: Model, id: string): boolean =>
  [...model.lanes.values()].some((lane) => lane.id === id)

/** Sometimes an id that was closed before, which goes on where it stopped (rule 43). */
export function reopenable(
  model: Model,
  dice: Dice,
  isFit: (id: string, role: string) => boolean,
): string | undefined {
  if (!dice.rarely(3)) return undefined
  const ids = [...model.held]
    .filter(([id, role]) => isFit(id, role) && !isPending(model, id))
    .map(([id]) => id)
  return dice.of(ids)
}

/** Within a run an item stays with its owner; what an earlier run said of it no longer binds. */
export function ownerAgain(model: Model, dice: Dice, owners: ReadonlyMap<string, Owner>, id: string): Owner {
  return owners.has(id) ? owners.get(id) : ownerOf(model, dice)
}

/** A continuation of a chunk stream that is pending: which one, and how it may be addressed (rule 66). */
export function pendingOf(
  model: Model,
  dice: Dice,
  kind: PendingChunks['kind'],
):
  | { readonly id?: string; readonly owner: { readonly subagentRunId?: string }; readonly fixed: object }
  | undefined {
  const lanes = [...model.lanes].filter(([, lane]) => lane.kind === kind)
  const found = dice.of(lanes)
  if (found === undefined) return undefined
  const [owner, { id, fixed }] = found
  const isUnderstood = owner === undefined || lanes.length === 1
  const repeats = dice.rarely(3) ? fixed : {}
  switch (dice.pick(3)) {
    case 0:
      return { id, owner: maybeTag(dice, owner), fixed: repeats }
    case 1:
      return isUnderstood ? { owner: {}, fixed: repeats } : { owner: tag(owner), fixed: repeats }
    default:
      return owner === undefined ? { id, owner: {}, fixed: repeats } : { owner: tag(owner), fixed: repeats }
  }
}

export const deltaOf = (dice: Dice): { readonly delta?: string } =>
  dice.rarely(4) ? {} : { delta: textOf(dice) }
