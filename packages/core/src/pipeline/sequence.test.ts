import { customEvent } from '@agui-kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Positioned } from './decode.ts'
import { createSequence, type SequenceState, unfilledGap } from './sequence.ts'

const frame = (index: number, prefix = 'r'): Positioned => ({
  event: customEvent(`${prefix}${index}`, null),
  position: { token: `${prefix}:${index}`, index },
})

function run(batches: readonly (readonly Positioned[])[], windowFrames = 64) {
  const stage = createSequence({ numbered: true, windowFrames })
  let state: SequenceState = stage.initial
  const out: string[] = []
  let fatal: string | undefined
  for (const batch of batches) {
    const step = stage.step(state, batch)
    state = step.state
    out.push(...step.out.map((event) => ('name' in event ? event.name : '')))
    fatal ??= step.fatal?.code
  }
  return { out, fatal, gap: unfilledGap(state)?.code }
}

describe('numbered frames', () => {
  it('of another numbering start anew', () => {
    expect(
      run([
        [frame(0), frame(1)],
        [frame(0, 's'), frame(1, 's')],
      ]).out,
    ).toEqual(['r0', 'r1', 's0', 's1'])
  })

  it('without a number pass as they come', () => {
    expect(run([[{ event: customEvent('x', 1), position: { token: 'opaque' } }]]).out).toEqual(['x'])
  })

  it('in any order within the window, with any duplicates and in any batches come out in order, once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }).chain((count) =>
          fc.record({
            order: fc.shuffledSubarray(
              Array.from({ length: count }, (_, at) => at),
              { minLength: count },
            ),
            again: fc.array(fc.nat({ max: count - 1 })),
            cut: fc.nat({ max: count }),
          }),
        ),
        ({ order, again, cut }) => {
          const frames = [...order, ...again].map((index) => frame(index))
          const { out, fatal, gap } = run([frames.slice(0, cut), frames.slice(cut)])
          expect(out).toEqual(order.map((_, at) => `r${at}`))
          expect([fatal, gap]).toEqual([undefined, undefined])
        },
      ),
    )
  })

  it('with one missing give nothing on after it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), (missing) => {
        const frames = Array.from({ length: 22 }, (_, at) => frame(at)).filter((_, at) => at !== missing)
        const { out, gap } = run([frames])
        expect(out).toEqual(Array.from({ length: missing }, (_, at) => `r${at}`))
        expect(gap).toBe('frame-gap')
      }),
    )
  })

  it('beyond the window are a gap at once', () => {
    expect(run([[frame(0), frame(2), frame(3)]], 2).fatal).toBeUndefined()
    expect(run([[frame(0), frame(2), frame(3), frame(4)]], 2)).toMatchObject({
      out: ['r0'],
      fatal: 'frame-gap',
    })
  })
})
