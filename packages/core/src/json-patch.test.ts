import fc from 'fast-check'
import jsonpatch, { type Operation } from 'fast-json-patch'
import { describe, expect, it } from 'vitest'
import { applyJsonPatch } from './json-patch.ts'
import type { JsonPatch } from './protocol/json.ts'

const parse = (text: string): unknown => JSON.parse(text)

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const child of Object.values(value)) deepFreeze(child)
  }
  return value
}

const apply = (document: unknown, patch: unknown, owned?: Set<object>) =>
  applyJsonPatch(deepFreeze(document), deepFreeze(patch) as JsonPatch, owned)

/** [what, document, patch, result]; documents and patches are frozen, so a mutation throws. */
const WORKS: readonly (readonly [string, unknown, unknown[], unknown])[] = [
  [
    'A.1 adds a member',
    { foo: 'bar' },
    [{ op: 'add', path: '/baz', value: 'qux' }],
    { baz: 'qux', foo: 'bar' },
  ],
  [
    'A.2 adds an element',
    { foo: ['bar', 'baz'] },
    [{ op: 'add', path: '/foo/1', value: 'q' }],
    { foo: ['bar', 'q', 'baz'] },
  ],
  ['A.3 removes a member', { baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
  [
    'A.4 removes an element',
    { foo: ['a', 'b', 'c'] },
    [{ op: 'remove', path: '/foo/1' }],
    { foo: ['a', 'c'] },
  ],
  [
    'A.5 replaces a value',
    { baz: 'qux', foo: 'bar' },
    [{ op: 'replace', path: '/baz', value: 'boo' }],
    { baz: 'boo', foo: 'bar' },
  ],
  [
    'A.6 moves a value',
    { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
    [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
    { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
  ],
  [
    'A.7 moves an element',
    { foo: ['all', 'grass', 'cows', 'eat'] },
    [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
    { foo: ['all', 'cows', 'eat', 'grass'] },
  ],
  [
    'A.8 tests a value',
    { baz: 'qux', foo: ['a', 2, 'c'] },
    [
      { op: 'test', path: '/baz', value: 'qux' },
      { op: 'test', path: '/foo/1', value: 2 },
    ],
    { baz: 'qux', foo: ['a', 2, 'c'] },
  ],
  [
    'A.10 adds a nested object',
    { foo: 'bar' },
    [{ op: 'add', path: '/child', value: { grandchild: {} } }],
    { foo: 'bar', child: { grandchild: {} } },
  ],
  [
    'A.11 ignores unknown members',
    { foo: 'bar' },
    [{ op: 'add', path: '/baz', value: 'qux', xyz: 123 }],
    { foo: 'bar', baz: 'qux' },
  ],
  [
    'A.14 unescapes ~0 and ~1',
    { '/': 9, '~1': 10 },
    [
      { op: 'test', path: '/~01', value: 10 },
      { op: 'replace', path: '/~1', value: 1 },
    ],
    { '/': 1, '~1': 10 },
  ],
  [
    'A.16 adds an array at the end',
    { foo: ['bar'] },
    [{ op: 'add', path: '/foo/-', value: ['abc'] }],
    { foo: ['bar', ['abc']] },
  ],
  ['an empty patch', { a: 1 }, [], { a: 1 }],
  ['an index one past the end', [1], [{ op: 'add', path: '/1', value: 2 }], [1, 2]],
  ['an existing member is replaced by add', { a: 1 }, [{ op: 'add', path: '/a', value: 2 }], { a: 2 }],
  [
    'null values',
    { a: null },
    [
      { op: 'test', path: '/a', value: null },
      { op: 'add', path: '/b', value: null },
    ],
    { a: null, b: null },
  ],
  ['the empty key', { '': { '': 1 } }, [{ op: 'replace', path: '//', value: 2 }], { '': { '': 2 } }],
  ['a key of digits in an object', { '01': 1 }, [{ op: 'replace', path: '/01', value: 2 }], { '01': 2 }],
  [
    'own members named like inherited ones',
    { toString: 1, constructor: { prototype: 1 }, hasOwnProperty: 3 },
    [
      { op: 'remove', path: '/toString' },
      { op: 'replace', path: '/constructor/prototype', value: 2 },
      { op: 'test', path: '', value: { hasOwnProperty: 3, constructor: { prototype: 2 } } },
    ],
    { constructor: { prototype: 2 }, hasOwnProperty: 3 },
  ],
  [
    'members new by an inherited name',
    {},
    [{ op: 'add', path: '/constructor', value: 1 }],
    { constructor: 1 },
  ],
  ['root add', { a: 1 }, [{ op: 'add', path: '', value: [1] }], [1]],
  ['root replace by a scalar', undefined, [{ op: 'replace', path: '', value: 5 }], 5],
  [
    'root replace, then a path in it',
    1,
    [
      { op: 'replace', path: '', value: {} },
      { op: 'add', path: '/a', value: 1 },
    ],
    { a: 1 },
  ],
  ['root remove', { a: 1 }, [{ op: 'remove', path: '' }], null],
  [
    'root test in any member order',
    { a: 1, b: [2, { c: 3 }] },
    [{ op: 'test', path: '', value: { b: [2, { c: 3 }], a: 1 } }],
    { a: 1, b: [2, { c: 3 }] },
  ],
  ['root copied into itself', { a: 1 }, [{ op: 'copy', from: '', path: '/b' }], { a: 1, b: { a: 1 } }],
  ['a move to the root', { a: { b: 1 } }, [{ op: 'move', from: '/a', path: '' }], { b: 1 }],
  ['a move onto itself', { a: 1, b: 2 }, [{ op: 'move', from: '/a', path: '/a' }], { a: 1, b: 2 }],
  [
    'a move into a name that only begins alike',
    { a: 1, ab: {} },
    [{ op: 'move', from: '/a', path: '/ab/x' }],
    { ab: { x: 1 } },
  ],
  ['a move up over its parent', { a: { b: 1 } }, [{ op: 'move', from: '/a/b', path: '/a' }], { a: 1 }],
  ['a move to the end of its own array', [1, 2, 3], [{ op: 'move', from: '/0', path: '/-' }], [2, 3, 1]],
  [
    'escapes in both pointers',
    { 'a/b': { 'm~n': 1 } },
    [{ op: 'copy', from: '/a~1b/m~0n', path: '/a~1b/x~1' }],
    { 'a/b': { 'm~n': 1, 'x/': 1 } },
  ],
]

/** [what, document, patch, failedIndex] */
const FAILS: readonly (readonly [string, unknown, unknown[], number])[] = [
  ['A.9 a test that does not hold', { baz: 'qux' }, [{ op: 'test', path: '/baz', value: 'bar' }], 0],
  ['A.12 a parent that is not there', { foo: 'bar' }, [{ op: 'add', path: '/baz/bat', value: 'qux' }], 0],
  ['A.15 a number against a string', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: '10' }], 0],
  ['replace of nothing', {}, [{ op: 'replace', path: '/a', value: 1 }], 0],
  ['remove of nothing', {}, [{ op: 'remove', path: '/a' }], 0],
  ['test of nothing against null', {}, [{ op: 'test', path: '/a', value: null }], 0],
  ['copy from nothing', {}, [{ op: 'copy', from: '/a', path: '/b' }], 0],
  ['move from nothing', {}, [{ op: 'move', from: '/a', path: '/b' }], 0],
  ['remove through the prototype', {}, [{ op: 'remove', path: '/toString' }], 0],
  ['replace through the prototype', {}, [{ op: 'replace', path: '/constructor/prototype', value: 1 }], 0],
  ['a path through the prototype', {}, [{ op: 'add', path: '/constructor/prototype/x', value: 1 }], 0],
  ['__proto__ as the last key', {}, [{ op: 'add', path: '/__proto__', value: { x: 1 } }], 0],
  ['__proto__ on the way', {}, [{ op: 'add', path: '/__proto__/x', value: 1 }], 0],
  [
    '__proto__ that is data',
    parse('{"__proto__":{"x":1}}'),
    [{ op: 'replace', path: '/__proto__/x', value: 2 }],
    0,
  ],
  ['copy from __proto__', {}, [{ op: 'copy', from: '/__proto__', path: '/x' }], 0],
  ['an element past the end', [1], [{ op: 'replace', path: '/1', value: 2 }], 0],
  ['an add past the end', [1], [{ op: 'add', path: '/2', value: 2 }], 0],
  ['a leading zero', [1, 2], [{ op: 'replace', path: '/01', value: 2 }], 0],
  ['a negative index', [1], [{ op: 'add', path: '/-1', value: 2 }], 0],
  ['an exponent', Array(12).fill(0), [{ op: 'replace', path: '/1e1', value: 2 }], 0],
  ['an empty index', [1], [{ op: 'add', path: '/', value: 2 }], 0],
  ['"-" for what must be there', [1], [{ op: 'replace', path: '/-', value: 2 }], 0],
  ['"-" on the way', [[1]], [{ op: 'add', path: '/-/0', value: 2 }], 0],
  ['the length of an array', [1], [{ op: 'replace', path: '/length', value: 0 }], 0],
  ['a member added to an array', [1], [{ op: 'add', path: '/x', value: 0 }], 0],
  ['a path into a string', { a: 'text' }, [{ op: 'test', path: '/a/0', value: 't' }], 0],
  ['a path into null', { a: null }, [{ op: 'add', path: '/a/b', value: 1 }], 0],
  ['a path into no document', undefined, [{ op: 'add', path: '/a', value: 1 }], 0],
  ['a move into its own child', { a: { b: {} } }, [{ op: 'move', from: '/a', path: '/a/b/c' }], 0],
  ['a move of the root into it', { a: {} }, [{ op: 'move', from: '', path: '/a' }], 0],
  ['a pointer without a slash', { a: 1 }, [{ op: 'remove', path: 'a' }], 0],
  ['a bad escape', { 'a~2': 1 }, [{ op: 'remove', path: '/a~2' }], 0],
  ['a pointer that is no string', { a: 1 }, [{ op: 'remove', path: 1 }], 0],
  ['a missing value', { a: 1 }, [{ op: 'add', path: '/b' }], 0],
  ['an unknown op', { a: 1 }, [{ op: 'append', path: '/a', value: 1 }], 0],
  ['array against object in a test', { a: [] }, [{ op: 'test', path: '/a', value: {} }], 0],
  [
    'a later operation',
    { a: 1 },
    [
      { op: 'add', path: '/b', value: 1 },
      { op: 'remove', path: '/c' },
    ],
    1,
  ],
  ['a move whose target is not there', { a: 1 }, [{ op: 'move', from: '/a', path: '/b/c' }], 0],
]

describe('a JSON patch', () => {
  it.each(WORKS)('works: %s', (_, document, patch, expected) => {
    expect(apply(document, patch)).toEqual({ ok: true, value: expected })
  })

  it.each(FAILS)('fails: %s', (_, document, patch, failedIndex) => {
    const before = JSON.stringify(document)
    expect(apply(document, patch)).toMatchObject({ ok: false, failedIndex, reason: expect.any(String) })
    expect(JSON.stringify(document)).toBe(before)
    expect(({} as Record<string, unknown>).x).toBe(undefined)
  })

  it('keeps the members around it as they are, __proto__ data included', () => {
    const document = parse('{"__proto__":{"x":1},"kept":{"y":1},"a":1}') as { kept: object }
    const result = apply(document, [{ op: 'replace', path: '/a', value: 2 }])
    if (!result.ok) throw new Error(result.reason)
    expect(JSON.stringify(result.value)).toBe('{"__proto__":{"x":1},"kept":{"y":1},"a":2}')
    expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype)
    expect((result.value as { kept: object }).kept).toBe(document.kept)
  })

  it('does not alias what it copies, even between owned containers', () => {
    const owned = new Set<object>()
    const first = apply(
      { a: { n: 1 } },
      [
        { op: 'replace', path: '/a/n', value: 2 },
        { op: 'copy', from: '/a', path: '/b' },
        { op: 'replace', path: '/a/n', value: 3 },
        { op: 'replace', path: '/b/n', value: 4 },
      ],
      owned,
    )
    expect(first).toEqual({ ok: true, value: { a: { n: 3 }, b: { n: 4 } } })
  })

  it('never edits the value an operation brought, however often it is used', () => {
    const value = { n: 1 }
    const add = { op: 'add', path: '/a', value }
    const patch = [add, { op: 'add', path: '/b', value }, { op: 'replace', path: '/a/n', value: 2 }]
    expect(apply({}, patch)).toEqual({ ok: true, value: { a: { n: 2 }, b: { n: 1 } } })
  })
})

describe('owned containers', () => {
  it('are copied once and then edited in place', () => {
    const document = deepFreeze({ rows: [{ cells: { a: 1 } }, { cells: { a: 1 } }] })
    const owned = new Set<object>()
    const set = (value: number) =>
      applyJsonPatch(document0, [{ op: 'replace', path: '/rows/0/cells/a', value }], owned)
    let document0: unknown = document
    const first = set(2)
    if (!first.ok) throw new Error(first.reason)
    document0 = first.value
    expect(owned.size).toBe(4)
    const second = set(3)
    if (!second.ok) throw new Error(second.reason)
    expect(second.value).toBe(first.value)
    expect(owned.size).toBe(4)
    expect(document.rows[0]?.cells.a).toBe(1)
    expect((second.value as typeof document).rows[1]).toBe(document.rows[1])
  })

  it('are as before after a patch that fails, to the order of their members', () => {
    const base = { list: [1, 2, { x: 1 }], map: { a: 1, b: { c: 1 }, '7': 1, d: 1 }, other: { y: { z: 1 } } }
    const operations = [
      { op: 'add', path: '/list/0', value: 0 },
      { op: 'remove', path: '/list/1' },
      { op: 'replace', path: '/list/0', value: 9 },
      { op: 'remove', path: '/map/a' },
      { op: 'add', path: '/map/a', value: 2 },
      { op: 'replace', path: '/map/b/c', value: 2 },
      { op: 'move', from: '/map/b', path: '/list/-' },
      { op: 'copy', from: '/list', path: '/map/list' },
      { op: 'replace', path: '/other/y/z', value: 2 },
      { op: 'remove', path: '/nowhere' },
    ] as JsonPatch
    const touch: JsonPatch = [
      { op: 'replace', path: '/list/0', value: 1 },
      { op: 'replace', path: '/map/a', value: 1 },
    ]
    for (const before of [
      [],
      touch,
      [...touch, { op: 'replace', path: '/map/b/c', value: 1 }] as JsonPatch,
    ]) {
      const owned = new Set<object>()
      const start = applyJsonPatch(base, before, owned)
      if (!start.ok) throw new Error(start.reason)
      const text = JSON.stringify(start.value)
      const ownedBefore = [...owned]
      for (let from = 0; from < operations.length; from++) {
        expect(applyJsonPatch(start.value, operations.slice(from), owned)).toMatchObject({ ok: false })
        expect(JSON.stringify(start.value)).toBe(text)
        expect([...owned]).toEqual(ownedBefore)
      }
      expect(applyJsonPatch(start.value, [{ op: 'move', from: '/map/a', path: '/no/where' }], owned).ok).toBe(
        false,
      )
      expect(JSON.stringify(start.value)).toBe(text)
    }
    expect(base.map).toEqual({ a: 1, b: { c: 1 }, '7': 1, d: 1 })
  })

  it('make a change in a wide document copy nothing after the first', () => {
    const rows = Array.from({ length: 10_000 }, (_, id) => ({
      id,
      cells: { name: `row ${id}`, note: 'x'.repeat(70) },
    }))
    const owned = new Set<object>()
    let document: unknown = { rows }
    const patchOnce = (count: number): void => {
      const patch: JsonPatch = [{ op: 'replace', path: `/rows/${count % 50}/cells/name`, value: count }]
      const result = applyJsonPatch(document, patch, owned)
      if (!result.ok) throw new Error(result.reason)
      document = result.value
    }
    for (let count = 0; count < 5_000; count++) patchOnce(count)
    expect(owned.size).toBe(2 + 2 * 50)
    const copies = owned.size
    for (let count = 0; count < 5_000; count++) patchOnce(count)
    expect(owned.size).toBe(copies)
  })
})

describe('random patches', () => {
  const theirs = (document: string, patch: readonly unknown[]): unknown =>
    jsonpatch.applyPatch(JSON.parse(document) as unknown, structuredClone(patch) as Operation[]).newDocument
  const key = fc.constantFrom('a', 'b', '0', '1', '-', 'a/b')
  const pointer = fc
    .array(key, { maxLength: 3 })
    .map((keys) => keys.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''))
  const json = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, fc.constantFrom(null, 1, 'x', true), tie('array'), tie('object')),
    array: fc.array(tie('value'), { maxLength: 3 }),
    object: fc.dictionary(fc.constantFrom('a', 'b', '0', 'a/b'), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  })).value
  const operation = fc.oneof(
    fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path: pointer, value: json }),
    fc.record({ op: fc.constant('remove'), path: pointer }),
    fc.record({ op: fc.constantFrom('move', 'copy'), path: pointer, from: pointer }),
  )

  it('change nothing when they fail, and agree with the validating library when they work', () => {
    fc.assert(
      fc.property(
        json,
        fc.array(fc.array(operation, { maxLength: 4 }), { maxLength: 4 }),
        (start, patches) => {
          const owned = new Set<object>()
          let document: unknown = deepFreeze(start)
          for (const patch of patches) {
            const before = JSON.stringify(document)
            const result = applyJsonPatch(document, deepFreeze(patch) as JsonPatch, owned)
            expect(result.ok ? result.value : JSON.stringify(document)).toEqual(
              result.ok ? theirs(before, patch) : before,
            )
            if (result.ok) document = result.value
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
