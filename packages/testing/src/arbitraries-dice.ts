import type { JsonObject, JsonPatch, JsonPatchOperation } from '@agui-kit/core'

/** Decisions drawn from a list of numbers: shorter lists and smaller numbers make simpler things. */
export interface Dice {
  /** A number below `count`; 0 when the list is used up. */
  readonly pick: (count: number) => number
  readonly of: <T>(list: readonly T[]) => T | undefined
  /** True once in so many times, and never when the list is used up. */
  readonly rarely: (oneIn: number) => boolean
}

export function createDice(numbers: readonly number[]): Dice {
  let at = 0
  const pick = (count: number): number => (count === 0 ? 0 : (numbers[at++] ?? 0) % count)
  return { pick, of: (list) => list[pick(list.length)], rarely: (oneIn) => pick(oneIn) === oneIn - 1 }
}

const TEXTS = ['', 'a', 'Hello ', 'é', '👩‍👩‍👧‍👦', '\u2028', '"\\"', 'data: x\n\n', 'z'.repeat(300)]
const KEYS = ['a', 'b', 'list', 'x/y', 'm~n', 'ключ']
const POINTERS = ['/a', '/b', '/list', '/list/0', '/list/-', '/a/b', '/a/list/1', '/x~1y', '/m~0n', '']

export function textOf(dice: Dice): string {
  return dice.of(TEXTS) ?? ''
}

/** Any JSON, null too, at most so deep. */
export function jsonOf(dice: Dice, depth = 2): unknown {
  switch (dice.pick(depth > 0 ? 8 : 6)) {
    case 0:
      return dice.pick(100)
    case 1:
      return textOf(dice)
    case 2:
      return null
    case 3:
      return dice.rarely(2)
    case 4:
      return -0.5
    case 5:
      return ''
    case 6:
      return Array.from({ length: dice.pick(4) }, () => jsonOf(dice, depth - 1))
    default:
      return objectOf(dice, depth - 1)
  }
}

/** Any JSON but a whole null. */
export function valueOf(dice: Dice): unknown {
  return jsonOf(dice) ?? 0
}

export function objectOf(dice: Dice, depth = 1): JsonObject {
  const count = dice.pick(4)
  return Object.fromEntries(
    Array.from({ length: count }, () => [dice.of(KEYS) ?? 'a', jsonOf(dice, depth)] as const),
  )
}

/** A well-formed patch; whether it applies is up to what it meets. */
export function patchOf(dice: Dice): JsonPatch {
  return Array.from({ length: dice.pick(4) }, () => operationOf(dice))
}

function operationOf(dice: Dice): JsonPatchOperation {
  const path = dice.of(POINTERS) ?? ''
  switch (dice.pick(6)) {
    case 0:
      return { op: 'add', path, value: jsonOf(dice) }
    case 1:
      return { op: 'replace', path, value: jsonOf(dice) }
    case 2:
      return { op: 'remove', path: path === '' ? '/a' : path }
    case 3:
      return { op: 'test', path, value: jsonOf(dice, 0) }
    case 4:
      return { op: 'copy', path, from: dice.of(POINTERS) ?? '' }
    default:
      return { op: 'move', path, from: dice.of(POINTERS) ?? '' }
  }
}
