import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSseFramer } from './sse.ts'
import type { Frame } from './transport.ts'

const frame = (pieces: readonly string[], options = {}): readonly Frame[] => {
  const framer = createSseFramer(options)
  return [...pieces.flatMap((piece) => framer.feed(piece)), ...framer.end()]
}
const dataOf = (...pieces: readonly string[]): readonly string[] => frame(pieces).map(({ data }) => data)

describe('the SSE framer', () => {
  // P-124
  it.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['CRLF', '\r\n'],
  ])('ends lines at %s, wherever the reads are cut', (_, eol) => {
    const text = [': hi', 'id: r:7', 'data: {"a":', 'data:  1}', '', 'event: x', 'data: 2', '', ''].join(eol)
    const expected = [{ data: '{"a":\n 1}', position: { token: 'r:7', index: 7 } }, { data: '2' }]
    expect(frame([text])).toEqual(expected)
    expect(frame([...text])).toEqual(expected)
    for (let at = 0; at <= text.length; at++) {
      expect(frame([text.slice(0, at), text.slice(at)])).toEqual(expected)
    }
  })

  it('P-125 gives a frame with the read that completes it, with every line ending', () => {
    for (const eol of ['\n', '\r', '\r\n']) {
      const framer = createSseFramer()
      expect(framer.feed(`data: 1${eol}${eol}`)).toEqual([{ data: '1' }])
      expect(framer.feed(`data: 2${eol}${eol}`)).toEqual([{ data: '2' }])
    }
  })

  it('P-127 ignores one byte order mark at the start, also after empty reads', () => {
    expect(dataOf('\ufeffdata: 1\n\n')).toEqual(['1'])
    expect(dataOf('', '\ufeff', 'data: 1\n\n')).toEqual(['1'])
    expect(dataOf('data: 1\n\n', '\ufeffdata: 2\n\n')).toEqual(['1'])
  })

  it('takes one space after the colon, and none', () => {
    expect(dataOf('data:1\n\ndata: 2\n\ndata:  3\n\n')).toEqual(['1', '2', ' 3'])
  })

  it('keeps line and paragraph separators inside data', () => {
    expect(dataOf('data: "a\u2028b\u2029c\u0085d"\n\n')).toEqual(['"a\u2028b\u2029c\u0085d"'])
  })

  it('makes no frame of a block without data, or of empty data', () => {
    expect(
      dataOf('id: 1\n\n', 'event: ping\n\n', ':\n\n', 'data\n\n', 'data:\n\n', 'data: \n\n', '\n\n'),
    ).toEqual([])
    // What is no event is for decode to judge.
    expect(dataOf('data: 1\n\ndata: [DONE]\n\n')).toEqual(['1', '[DONE]'])
    expect(dataOf('data: 1\n\ndata: [DONE]')).toEqual(['1'])
  })

  it.each<[string, Frame['position']]>([
    ['r:0', { token: 'r:0', index: 0 }],
    ['a:b:12', { token: 'a:b:12', index: 12 }],
    ['12', { token: '12' }],
    ['1700-0', { token: '1700-0' }],
    ['r:007', { token: 'r:007' }],
    ['r:1x', { token: 'r:1x' }],
    ['r:-1', { token: 'r:-1' }],
    ['r:99999999999999999', { token: 'r:99999999999999999' }],
    ['r:\u0000 1', undefined],
    ['', undefined],
  ])('reads the position of id %j', (id, position) => {
    expect(frame([`id: ${id}\ndata: 1\n\n`])[0]?.position).toEqual(position)
  })

  it('does not carry an id over to the next frame', () => {
    expect(frame(['id: r:1\ndata: 1\n\ndata: 2\n\n'])[1]).toEqual({ data: '2' })
  })

  it('remembers the last valid retry', () => {
    const framer = createSseFramer()
    expect(framer.retryMs).toBe(undefined)
    framer.feed('retry: 1500\n\nretry: soon\n\nretry: 99999999999999999999\n\n')
    expect(framer.retryMs).toBe(1_500)
  })

  it('gives an unterminated last block only when its data is whole JSON', () => {
    expect(dataOf('data: {"a":1}')).toEqual(['{"a":1}'])
    expect(dataOf('data: {"a":1}\n')).toEqual(['{"a":1}'])
    expect(dataOf('data: {"a":1}\r')).toEqual(['{"a":1}'])
    expect(dataOf('data: {"a":')).toEqual([])
    expect(dataOf('data: 1\n\nda')).toEqual(['1'])
  })

  it('trusts no id that may have been cut', () => {
    expect(frame(['data: {}\nid: r:1'])).toEqual([{ data: '{}' }])
    expect(frame(['id: r:1\ndata: {}'])).toEqual([{ data: '{}', position: { token: 'r:1', index: 1 } }])
    expect(frame(['id: r:1\ndata: {}\nid', ': r:', '2'])).toEqual([
      { data: '{}', position: { token: 'r:1', index: 1 } },
    ])
    expect(frame(['data: {}\nid: r:12\n'])).toEqual([{ data: '{}', position: { token: 'r:12', index: 12 } }])
  })

  it('gives the same frames however the text is cut', () => {
    const line = fc.constantFrom(
      'data: 1',
      'data: "é😀"',
      'data:',
      'id: r:3',
      ':c',
      '',
      '',
      'x',
      'retry: 5',
      'data: [',
    )
    const eol = fc.constantFrom('\n', '\r', '\r\n')
    const text = fc.array(fc.tuple(line, eol).map((pair) => pair.join(''))).map((lines) => lines.join(''))
    fc.assert(
      fc.property(text, fc.array(fc.nat(200)), (whole, cuts) => {
        const at = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length]
        const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end))
        expect(frame(pieces)).toEqual(frame([whole]))
      }),
    )
  })
})

describe('P-128 the size limit of a frame', () => {
  const tooLarge = { code: 'transport-frame-too-large', details: { limit: 100 } }
  const codeOf = (body: () => unknown): unknown => {
    try {
      body()
    } catch (error) {
      return error
    }
    return undefined
  }

  it('refuses undelimited data beyond it, however it comes', () => {
    for (const piece of ['x'.repeat(101), 'x'.repeat(7)]) {
      const framer = createSseFramer({ maxFrameChars: 100 })
      const error = codeOf(() => {
        framer.feed('data: ')
        for (let count = 0; count <= 101; count += piece.length) framer.feed(piece)
      })
      expect(error).toMatchObject(tooLarge)
      expect(codeOf(() => framer.feed('data: 1\n\n'))).toMatchObject(tooLarge)
      expect(codeOf(() => framer.end())).toMatchObject(tooLarge)
    }
  })

  it('counts all data lines of a block, and a frame that is whole in one read', () => {
    const lines = createSseFramer({ maxFrameChars: 100 })
    expect(codeOf(() => lines.feed(`data: ${'x'.repeat(60)}\n`.repeat(2)))).toMatchObject(tooLarge)
    const whole = createSseFramer({ maxFrameChars: 100 })
    expect(codeOf(() => whole.feed(`data: ${'x'.repeat(101)}\n\n`))).toMatchObject(tooLarge)
  })

  it('first gives the frames the same read completed', () => {
    const framer = createSseFramer({ maxFrameChars: 100 })
    expect(framer.feed(`data: 1\n\ndata: ${'x'.repeat(200)}`)).toEqual([{ data: '1' }])
    expect(framer.failure).toMatchObject(tooLarge)
  })

  it('does not count what has been delivered', () => {
    const framer = createSseFramer({ maxFrameChars: 100 })
    for (let count = 0; count < 50; count++)
      expect(framer.feed(`data: ${'x'.repeat(80)}\n\n`)).toHaveLength(1)
  })
})

it('reads one large event in time proportional to its length', () => {
  const bestMs = (chars: number): number => {
    const reads = [...Array(chars / 4_096)].map(() => 'x'.repeat(4_096))
    let best = Number.POSITIVE_INFINITY
    for (let run = 0; run < 3; run++) {
      const startMs = performance.now()
      expect(frame(['data: ', ...reads, '\n\n'])[0]?.data).toHaveLength(chars)
      best = Math.min(best, performance.now() - startMs)
    }
    return best
  }
  const [small, large] = [bestMs(1024 * 1024), bestMs(8 * 1024 * 1024)]
  // Linear would be 8 times, quadratic 64.
  expect(large).toBeLessThan(32 * Math.max(small, 1))
})
