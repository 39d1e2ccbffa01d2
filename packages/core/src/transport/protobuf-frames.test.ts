import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concat, withLength } from '../../test/protobuf-tape.ts'
import { createFrameCutter } from './protobuf-frames.ts'

const cut = (reads: readonly Uint8Array[], accept = (_byteCount: number): void => undefined) => {
  const cutter = createFrameCutter(accept)
  const frames: Uint8Array[] = []
  for (const read of reads) {
    cutter.give(read)
    for (let frame = cutter.take(); frame !== undefined; frame = cutter.take()) frames.push(frame)
  }
  return { frames, isMidFrame: cutter.isMidFrame() }
}

describe('frames of a length and as many bytes (P-133)', () => {
  const bodies = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 })

  it('are the same wherever the reads were cut', () => {
    fc.assert(
      fc.property(bodies, fc.array(fc.nat(400)), (frames, sizes) => {
        const bytes = concat(frames.map(withLength))
        const reads: Uint8Array[] = []
        let at = 0
        for (const size of sizes) {
          reads.push(bytes.subarray(at, at + size))
          at = Math.min(at + size, bytes.length)
        }
        expect(cut([...reads, bytes.subarray(at)])).toEqual({ frames, isMidFrame: false })
      }),
    )
  })

  it('tell a whole end from one in a frame, at each byte', () => {
    const frames = [new Uint8Array([1, 2, 3]), new Uint8Array(), new Uint8Array([4])]
    const bytes = concat(frames.map(withLength))
    const ends = [0, 7, 11, 16]
    for (let end = 0; end <= bytes.length; end++) {
      const whole = ends.filter((boundary) => boundary > 0 && boundary <= end).length
      expect(cut([bytes.subarray(0, end)])).toEqual({
        frames: frames.slice(0, whole),
        isMidFrame: !ends.includes(end),
      })
    }
  })

  it('read a length as unsigned and big-endian, before any of the bytes it announces', () => {
    const asked: number[] = []
    const refuse = (byteCount: number): void => {
      asked.push(byteCount)
      throw new Error('no')
    }
    expect(() => cut([new Uint8Array([0xff, 0, 1]), new Uint8Array([2])], refuse)).toThrow('no')
    expect(asked).toEqual([0xff00_0102])
  })

  it('are not copied when they lie in one read', () => {
    const bytes = concat([withLength(new Uint8Array([1])), withLength(new Uint8Array([2, 3]))])
    expect(cut([bytes]).frames.every((frame) => frame.buffer === bytes.buffer)).toBe(true)
  })

  it('cost time in proportion to their bytes when they come in many reads', () => {
    const bestMs = (byteCount: number): number => {
      const bytes = withLength(new Uint8Array(byteCount))
      const reads: Uint8Array[] = []
      for (let at = 0; at < bytes.length; at += 1_024) reads.push(bytes.subarray(at, at + 1_024))
      let best = Number.POSITIVE_INFINITY
      for (let run = 0; run < 3; run++) {
        const startMs = performance.now()
        expect(cut(reads).frames[0]).toHaveLength(byteCount)
        best = Math.min(best, performance.now() - startMs)
      }
      return best
    }
    const [small, large] = [bestMs(1024 * 1024), bestMs(8 * 1024 * 1024)]
    // Linear would be 8 times, quadratic 64.
    expect(large).toBeLessThan(32 * Math.max(small, 1))
  })
})
