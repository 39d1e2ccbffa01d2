import { describe, expect, it } from 'vitest'
import { isKitError } from '../error.ts'
import { jsonLinesCodec } from './json-lines.ts'

const encoder = new TextEncoder()
const LINES = '{"type":"A","t":"é😀"}\r\n\n{"type":"B"}\n{"type":"C"}'

function framesOf(reads: readonly Uint8Array[]): readonly string[] {
  const framer = jsonLinesCodec().createFramer()
  return [...reads.flatMap((read) => framer.feed(read)), ...framer.end()].map((frame) => frame.data)
}

describe('events a line', () => {
  it('are the same whatever the reads were, with any line ending and a last line without one', () => {
    const bytes = encoder.encode(LINES)
    const whole = ['{"type":"A","t":"é😀"}', '{"type":"B"}', '{"type":"C"}']
    for (let at = 0; at <= bytes.length; at++) {
      expect(framesOf([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole)
    }
    expect(framesOf(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole)
  })

  it('leave out a last line that was cut', () => {
    expect(framesOf([encoder.encode('{"type":"A"}\n{"type":')])).toEqual(['{"type":"A"}'])
  })

  it('give what was whole before a line that is too long, then fail', () => {
    const framer = jsonLinesCodec({ maxFrameChars: 20 }).createFramer()
    expect(framer.feed(encoder.encode(`{"type":"A"}\n${'x'.repeat(21)}`))).toEqual([{ data: '{"type":"A"}' }])
    expect(isKitError(framer.failure, 'transport-frame-too-large')).toBe(true)
    expect(() => framer.feed(encoder.encode('\n'))).toThrow('longer than 20')
  })
})
