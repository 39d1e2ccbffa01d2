// The class: a patch is applied by halves, at the wrong place, or into what others hold; or it ends the run.
import { stateDelta, stateSnapshot, textMessage } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../frozen.ts'
import { meet, textsOf, whole } from './live.ts'

describe('a patch of the state', () => {
  it('that does not apply is told once, changes nothing, and does not keep the run from ending', async () => {
    const { session, thread, messages, codes } = await meet([
      whole([
        stateSnapshot({ cart: ['tea'] }),
        stateDelta([
          { op: 'add', path: '/cart/-', value: 'milk' },
          { op: 'replace', path: '/missing/deep', value: 1 },
        ]),
        ...textMessage('m', 'Added.'),
      ]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(thread().state).toEqual({ cart: ['tea'] })
    expect(thread().stateDiverged).toBe(true)
    expect(textsOf(messages()).at(-1)).toBe('Added.')
    expect(codes()).toEqual(['state-patch-failed'])
  })

  it('that failed is healed by the next snapshot', async () => {
    const { session, thread } = await meet([
      whole([
        stateDelta([{ op: 'remove', path: '/x' }]),
        stateSnapshot({ n: 1 }),
        stateDelta([{ op: 'test', path: '/n', value: 1 }]),
      ]),
    ])
    await session.run()
    expect(thread()).toMatchObject({ state: { n: 1 }, stateDiverged: false })
  })

  it('means the keys it names, also those with a slash, a tilde, nothing, or a number in them', async () => {
    const before = { 'a/b': 1, 'c~d': 1, '': 1, '0': 1, 'e~1f': 1, a: { b: 'not this' } }
    const { session, thread } = await meet([
      whole([
        stateSnapshot(before),
        stateDelta(
          ['/a~1b', '/c~0d', '/', '/0', '/e~01f'].map((path) => ({ op: 'replace', path, value: 2 })),
        ),
      ]),
    ])
    await session.run()
    expect(thread().state).toEqual({ 'a/b': 2, 'c~d': 2, '': 2, '0': 2, 'e~1f': 2, a: { b: 'not this' } })
  })

  it('goes on from what the runs before it and the application made of the state', async () => {
    const add = (value: number) => whole([stateDelta([{ op: 'add', path: '/list/-', value }])])
    const { session, thread, inputs } = await meet([add(1), add(2)], { initialState: { list: [0] } })
    await session.run()
    session.setState((state) => ({ ...(state as object), by: 'hand' }))
    await session.run()
    expect(inputs().map(({ state }) => state)).toEqual([{ list: [0] }, { list: [0, 1], by: 'hand' }])
    expect(thread().state).toEqual({ list: [0, 1, 2], by: 'hand' })
  })

  it('changes no state that was given out before it, nor the value it brings', async () => {
    const value = deepFreeze({ items: [] as number[] })
    const seen: unknown[] = []
    const { session } = await meet([
      whole([
        stateSnapshot({ a: value, b: value }),
        stateDelta([{ op: 'add', path: '/a/items/-', value: 7 }]),
        stateDelta([
          { op: 'copy', from: '/a', path: '/c' },
          { op: 'add', path: '/c/items/-', value: 8 },
        ]),
      ]),
    ])
    session.subscribe('state', () => seen.push(deepFreeze(session.getSnapshot().thread.state)))
    await session.run()
    expect(session.getSnapshot().thread.state).toEqual({
      a: { items: [7] },
      b: { items: [] },
      c: { items: [7, 8] },
    })
    expect(seen.at(-1)).toBe(session.getSnapshot().thread.state)
  })

  it('takes out before it puts in when it moves something in its list', async () => {
    const move = (from: number, to: number) => ({ op: 'move', from: `/${from}`, path: `/${to}` }) as const
    const { session, thread } = await meet([
      whole([stateSnapshot(['x', 'y', 'z']), stateDelta([move(0, 2)]), stateDelta([move(2, 0), move(0, 1)])]),
    ])
    await session.run()
    expect(thread().state).toEqual(['y', 'x', 'z'])
  })
})
