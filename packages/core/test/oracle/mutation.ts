import fc from 'fast-check'

/** Values of every kind that JSON has, and some at its edges. */
const VALUES: readonly unknown[] = [
  null,
  0,
  -1,
  1.5,
  2 ** 53,
  '',
  'text',
  '/a/~2',
  true,
  [],
  ['text'],
  [null],
  {},
  { a: 1 },
  { type: 'text' },
  { type: 'unheard-of' },
]

/** Keys that are there in a careless lookup although nobody wrote them. */
const KEYS = ['extra', 'toString', 'constructor', '__proto__', 'hasOwnProperty', 'subagentRunId', 'metadata']

/** One change somewhere in an event: a value swapped, a key taken away or added. */
export interface Mutation {
  readonly place: number
  readonly kind: 'swap' | 'drop' | 'add'
  readonly value: unknown
  readonly key: string
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(9_999),
  kind: fc.constantFrom('swap', 'swap', 'swap', 'drop', 'add'),
  value: fc.constantFrom(...VALUES),
  key: fc.constantFrom(...KEYS),
})

interface Place {
  readonly holder: object
  readonly key: string
}

/** The event with the changes made, as the text a server would send. */
export function mutate(event: object, mutations: readonly Mutation[]): string {
  const root = { event: structuredClone(event) as unknown }
  for (const { place, kind, value, key } of mutations) {
    const places = placesIn(root, 'event')
    const target = places[place % places.length]
    if (target === undefined) continue
    const held = (target.holder as Record<string, unknown>)[target.key]
    if (kind === 'add' && typeof held === 'object' && held !== null && !Array.isArray(held)) {
      put(held, key, structuredClone(value))
    } else if (kind === 'drop' && target.holder !== root) {
      delete (target.holder as Record<string, unknown>)[target.key]
    } else if (target.holder !== root) put(target.holder, target.key, structuredClone(value))
  }
  // A deleted element of a list is a hole, which JSON writes as null.
  return JSON.stringify(root.event)
}

/** `__proto__` as a key like any other. */
function put(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true })
}

function placesIn(holder: object, key: string): readonly Place[] {
  const held = (holder as Record<string, unknown>)[key]
  const inner =
    typeof held === 'object' && held !== null
      ? Object.keys(held).flatMap((innerKey) => placesIn(held, innerKey))
      : []
  return [{ holder, key }, ...inner]
}
