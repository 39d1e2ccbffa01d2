import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPartialJson, type PartialJson } from './partial-json.ts'

const read = (...deltas: readonly string[]): PartialJson => {
  const json = createPartialJson()
  for (const delta of deltas) json.feed(delta)
  return json
}
const valueOf = (...deltas: readonly string[]): unknown => read(...deltas).value()

/** Whether `shown` can be what a reader saw on the way to `final`: nothing in it is wrong, things may be missing. */
function isOnTheWay(shown: unknown, final: unknown): boolean {
  if (typeof shown === 'string') return typeof final === 'string' && final.startsWith(shown)
  if (Array.isArray(shown)) {
    return Array.isArray(final) && shown.every((item, at) => at < final.length && isOnTheWay(item, final[at]))
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof final !== 'object' || final === null || Array.isArray(final)) return false
    return Object.entries(shown).every(
      ([key, item]) => Object.hasOwn(final, key) && isOnTheWay(item, (final as Record<string, unknown>)[key]),
    )
  }
  return shown === undefined || Object.is(shown, final) || shown === final
}

describe('a partial JSON value', () => {
  it.each<[string, unknown]>([
    ['', undefined],
    ['  ', undefined],
    ['{', {}],
    ['{"a', {}],
    ['{"a"', {}],
    ['{"a":', {}],
    ['{"a": "', { a: '' }],
    ['{"a": "x', { a: 'x' }],
    ['{"a": "x"', { a: 'x' }],
    ['{"a": "x\\', { a: 'x' }],
    ['{"a": "x\\n', { a: 'x\n' }],
    ['{"a": "x\\u00', { a: 'x' }],
    ['{"a": "x\\u00e9', { a: 'xé' }],
    ['{"a": "x\\ud83d', { a: 'x' }],
    ['{"a": "x\\ud83d\\ude00', { a: 'x😀' }],
    ['{"a": "x\ud83d', { a: 'x' }],
    ['{"a": "x\ud83dy', { a: 'x\ud83dy' }],
    ['{"a": "x\ud83d"', { a: 'x\ud83d' }],
    ['{"a": 1', {}],
    ['{"a": 12 ', { a: 12 }],
    ['{"a": 12,', { a: 12 }],
    ['{"a": -', {}],
    ['{"a": 1.', {}],
    ['{"a": 1e', {}],
    ['{"a": 1e2}', { a: 100 }],
    ['{"a": tru', {}],
    ['{"a": true', { a: true }],
    ['{"a": null', { a: null }],
    ['{"a": fals', {}],
    ['[1, 2', [1]],
    ['[1, 2]', [1, 2]],
    ['[[[', [[[]]]],
    ['[{"a":[1,', [{ a: [1] }]],
    ['"x', 'x'],
    ['true', true],
    ['12', undefined],
    ['12 ', 12],
    ['{"a":1,"a":"b', { a: 'b' }],
    ['{"":{"":1}}', { '': { '': 1 } }],
  ])('of %j is %j', (text, expected) => {
    expect(valueOf(text)).toEqual(expected)
    expect(valueOf(...text)).toEqual(expected)
    expect(read(text).failed).toBe(false)
  })

  it.each([
    '}',
    '{]',
    '[}',
    '{"a" 1',
    '{"a":,',
    '{"a":1,}',
    '[1,]',
    '{a',
    "{'a",
    '[1 2',
    '"a"b',
    '{}{',
    '[01,',
    '[1.,',
    '[-,',
    '[+1',
    '[truex',
    '[tru,',
    '[nul1',
    'hello',
    '["\\x',
    '["\\u12g',
    '["\n',
    '@',
    ',',
    ':',
  ])('of %j is a failure, however it is cut', (text) => {
    expect(read(text).failed).toBe(true)
    expect(read(...text).failed).toBe(true)
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
  })

  it('stays at what was read when the text fails', () => {
    const json = read('{"city":"Oslo"}', '{"city":"東京"}')
    expect(json.failed).toBe(true)
    expect(json.complete).toBe(false)
    expect(json.value()).toEqual({ city: 'Oslo' })
    json.feed('{"x":1}')
    expect(json.value()).toEqual({ city: 'Oslo' })
    expect(valueOf('{"a":"bc\n')).toEqual({ a: 'bc' })
  })

  it('fails beyond the depth limit instead of exhausting the stack', () => {
    expect(read('['.repeat(200)).failed).toBe(false)
    expect(read('['.repeat(201)).failed).toBe(true)
    expect(read('{"a":'.repeat(100_000)).failed).toBe(true)
  })

  it('keeps __proto__ as data', () => {
    const text = '{"__proto__":{"polluted":true},"a":{"__proto__":"x'
    for (const json of [read(text), read(...text)]) {
      expect(JSON.stringify(json.value())).toBe('{"__proto__":{"polluted":true},"a":{"__proto__":"x"}}')
      expect(JSON.stringify(json.snapshot())).toBe('{"__proto__":{"polluted":true},"a":{"__proto__":"x"}}')
      expect(Object.getPrototypeOf(json.snapshot())).toBe(Object.prototype)
    }
    expect(({} as Record<string, unknown>).polluted).toBe(undefined)
  })

  it('is complete when the text is one whole value', () => {
    expect(read('{"a":1}').complete).toBe(true)
    expect(read('{"a":1} \n').complete).toBe(true)
    expect(read('{"a":1').complete).toBe(false)
    const number = read('-1.5e3')
    expect(number.complete).toBe(false)
    number.end()
    expect([number.complete, number.value()]).toEqual([true, -1500])
    const open = read('{"a":')
    open.end()
    expect(open.failed).toBe(true)
  })
})

describe('a snapshot', () => {
  it('never changes, and shares what is closed', () => {
    const json = read('{"done":{"x":[1]},"list":[{"a":1},{"b":"tex')
    const first = json.snapshot() as { done: object; list: object[] }
    const text = JSON.stringify(first)
    expect(json.snapshot()).toBe(first)
    json.feed('t","c":[2')
    json.feed(',3]}')
    const second = json.snapshot() as { done: object; list: object[] }
    expect(JSON.stringify(first)).toBe(text)
    expect(second).toEqual({ done: { x: [1] }, list: [{ a: 1 }, { b: 'text', c: [2, 3] }] })
    expect(second).not.toBe(first)
    expect(second.done).toBe(first.done)
    expect(second.list).not.toBe(first.list)
    expect(second.list[0]).toBe(first.list[0])
    expect(second.list[1]).not.toBe(first.list[1])
  })

  it('is the same as long as nothing new can be read', () => {
    const json = read('{"a":"x')
    const first = json.snapshot()
    json.feed('\\u00')
    expect(json.snapshot()).toBe(first)
    json.feed('e9')
    expect(json.snapshot()).toEqual({ a: 'xé' })
  })
})

describe('any JSON in any pieces', () => {
  const cut = (text: string, cuts: readonly number[]): string[] => {
    const at = [0, ...cuts.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length]
    return at.slice(1).map((end, index) => text.slice(at[index], end))
  }
  const json = fc.oneof(
    fc.jsonValue({ stringUnit: 'binary' }),
    fc.jsonValue({ stringUnit: fc.constantFrom('a', '"', '\\', '\n', '\ud83d', '\ude00', 'é', '__proto__') }),
  )
  const escaped = (text: string): string =>
    text.replace(/[^\n\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

  it('is what JSON.parse makes of it at the end, and never wrong on the way', () => {
    fc.assert(
      fc.property(
        json,
        fc.constantFrom<0 | 1>(0, 1),
        fc.boolean(),
        fc.array(fc.nat(1_000)),
        (value, indent, isEscaped, cuts) => {
          const plain = JSON.stringify(value, undefined, indent)
          const text = isEscaped ? escaped(plain) : plain
          const final: unknown = JSON.parse(text)
          const partial = createPartialJson()
          for (const piece of cut(text, cuts)) {
            partial.feed(piece)
            expect(isOnTheWay(partial.value(), final)).toBe(true)
            expect(partial.snapshot()).toEqual(partial.value())
          }
          partial.end()
          expect(partial.failed).toBe(false)
          expect(partial.value()).toStrictEqual(final)
          expect(JSON.stringify(partial.value())).toBe(JSON.stringify(final))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('never shows less than before', () => {
    fc.assert(
      fc.property(json, (value) => {
        const partial = createPartialJson()
        let before: unknown
        for (const char of JSON.stringify(value)) {
          partial.feed(char)
          const now = partial.snapshot()
          expect(isOnTheWay(before, now)).toBe(true)
          before = now
        }
      }),
    )
  })

  it('fails exactly when JSON.parse does', () => {
    const soup = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '"a"',
        '1',
        '-',
        '.',
        'e',
        '0',
        'true',
        'nul',
        ' ',
        '\\',
        'u0041',
      ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(soup, fc.array(fc.nat(40)), (pieces, cuts) => {
        const text = pieces.join('')
        let expected: unknown
        let isJson = true
        try {
          expected = JSON.parse(text)
        } catch {
          isJson = false
        }
        const partial = read(...cut(text, cuts))
        partial.end()
        expect(partial.failed).toBe(!isJson)
        expect(isJson ? partial.value() : undefined).toEqual(expected)
      }),
      { numRuns: 2_000 },
    )
  })
})

it('reads a megabyte in small deltas in time proportional to its length, read after each', () => {
  const row = {
    name: 'row',
    text: 'some text with \\u00e9 and "quotes"',
    cells: [1, 2, { deep: [true, null] }],
  }
  const shapes: readonly ((chars: number) => string)[] = [
    (chars) => JSON.stringify({ text: 'x'.repeat(chars) }),
    (chars) =>
      JSON.stringify(Array.from({ length: Math.ceil(chars / JSON.stringify(row).length) }, () => row)),
    (chars) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: chars / 16 }, (_, key) => [`key ${key}`, key]))),
  ]
  const bestMicrosPerDelta = (text: string): number => {
    let best = Number.POSITIVE_INFINITY
    for (let run = 0; run < 3; run++) {
      const json = createPartialJson()
      const startMs = performance.now()
      for (let at = 0; at < text.length; at += 20) {
        json.feed(text.slice(at, at + 20))
        json.value()
      }
      best = Math.min(best, ((performance.now() - startMs) * 1_000) / (text.length / 20))
      expect(json.complete).toBe(true)
    }
    return best
  }
  for (const shape of shapes) {
    const small = bestMicrosPerDelta(shape(50_000))
    const large = bestMicrosPerDelta(shape(1_000_000))
    // Linear would be 1 time, quadratic 20.
    expect(large).toBeLessThan(6 * Math.max(small, 0.5))
  }
})
