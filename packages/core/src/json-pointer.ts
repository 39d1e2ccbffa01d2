/** Why an operation cannot be carried out. Thrown inside patching only; callers get a `PatchResult`. */
export class PatchRefusal extends Error {}

/** An object or array as patching sees it. */
export type Container = Record<string, unknown> | unknown[]

const INDEX = /^(?:0|[1-9]\d*)$/
const BAD_ESCAPE = /~(?![01])/

/** The keys of an RFC 6901 pointer, unescaped. */
export function parsePointer(pointer: unknown): readonly string[] {
  if (pointer === '') return []
  if (typeof pointer !== 'string' || pointer[0] !== '/' || BAD_ESCAPE.test(pointer)) {
    throw new PatchRefusal(`${JSON.stringify(pointer)} is no JSON pointer`)
  }
  const keys = pointer.slice(1).split('/')
  for (let depth = 0; depth < keys.length; depth++) {
    const key = keys[depth] as string
    if (key.includes('~')) keys[depth] = key.replaceAll('~1', '/').replaceAll('~0', '~')
    // Assigning to it would change the prototype. `constructor` needs no such rule: only own properties
    // are ever walked, so it is a name like any other.
    if (keys[depth] === '__proto__')
      throw new PatchRefusal(`"${pointer}" names __proto__, which is never patched`)
  }
  return keys
}

/** One key as a pointer of its own. */
export function toPointer(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The value at the keys; refuses where there is none. Own properties only. */
export function readAt(root: unknown, keys: readonly string[], count: number = keys.length): unknown {
  let value = root
  for (let depth = 0; depth < count; depth++) {
    const key = keys[depth] as string
    const container = requireContainer(value, keys, depth)
    if (!hasKey(container, key)) throw new PatchRefusal(`there is nothing at "${show(keys, depth + 1)}"`)
    value = childOf(container, key)
  }
  return value
}

/** The value, if it is one that has children. */
export function requireContainer(value: unknown, keys: readonly string[], depth: number): Container {
  if (typeof value === 'object' && value !== null) return value as Container
  throw new PatchRefusal(`the value at "${show(keys, depth)}" is no object or array`)
}

/** The child under a key that is known to be there. */
export function childOf(container: Container, key: string): unknown {
  return (container as Record<string, unknown>)[key]
}

/** Whether the container has the key itself; in an array, whether the index is one of its elements. */
export function hasKey(container: Container, key: string): boolean {
  if (!Array.isArray(container)) return Object.hasOwn(container, key)
  return INDEX.test(key) && Number(key) < container.length
}

/** Where in the array an added element goes: `-` is the end, and an index may be one past the last. */
export function insertionIndex(array: readonly unknown[], key: string): number {
  if (key === '-') return array.length
  const index = INDEX.test(key) ? Number(key) : Number.NaN
  if (index <= array.length) return index
  throw new PatchRefusal(`"${key}" is no place in an array of ${array.length}`)
}

function show(keys: readonly string[], count: number): string {
  return keys.slice(0, count).map(toPointer).join('')
}
