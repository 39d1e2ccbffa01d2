import { textContent, textEnd, textStart } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { createScene, finished, type Scene, started } from '../scene.ts'
import { createScriptedTransport, type ScriptedExchange } from '../scripted-transport.ts'

async function open(
  resumable: boolean,
): Promise<Scene & { exchange: ScriptedExchange; run: Promise<unknown> }> {
  const scene = createScene({ transport: createScriptedTransport({ resumable }) })
  const run = scene.session.send('hi')
  return { ...scene, run, exchange: await scene.transport.next() }
}

describe('numbered frames', () => {
  it('count once when they come twice, in one read or in several', async () => {
    const { exchange, run, messages, codes } = await open(true)
    await exchange.pushNumbered([0, started(exchange)], [1, textStart('m')], [2, textContent('m', 'a')])
    await exchange.pushNumbered(
      [2, textContent('m', 'a')],
      [3, textContent('m', 'b')],
      [3, textContent('m', 'b')],
    )
    await exchange.pushNumbered([4, textEnd('m')], [5, finished(exchange)])
    await exchange.end()
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(messages().at(-1)).toMatchObject({ content: 'ab' })
    expect(codes()).toEqual(['frame-duplicate', 'frame-duplicate'])
  })

  it('out of order are shown in order', async () => {
    const { exchange, run, messages, codes } = await open(true)
    await exchange.pushNumbered([1, textStart('m')], [0, started(exchange)])
    await exchange.pushNumbered([4, textContent('m', 'c')], [3, textContent('m', 'b')])
    expect(messages().at(-1)).toMatchObject({ content: '' })
    await exchange.pushNumbered([2, textContent('m', 'a')], [6, finished(exchange)], [5, textEnd('m')])
    await exchange.end()
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(messages().at(-1)).toMatchObject({ content: 'abc' })
    expect(codes()).toEqual([])
  })

  it('with a hole that does not fill truncate the run, and nothing after the hole is shown', async () => {
    const { exchange, run, messages, codes } = await open(true)
    await exchange.pushNumbered([0, started(exchange)], [1, textStart('m')], [2, textContent('m', 'a')])
    await exchange.pushNumbered([4, textContent('m', 'c')], [5, textEnd('m')], [6, finished(exchange)])
    await exchange.end()
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'gap' })
    expect(messages().at(-1)).toMatchObject({ content: 'a' })
    expect(codes()).toEqual(['frame-gap'])
  })

  it('do not wait for ever: beyond the window the hole is a gap at once', async () => {
    const { exchange, run } = await open(true)
    await exchange.pushNumbered([0, started(exchange)], [1, textStart('m')])
    await exchange.pushNumbered(
      ...Array.from({ length: 65 }, (_, at) => [at + 3, textContent('m', 'x')] as const),
    )
    expect(await run).toMatchObject({ kind: 'truncated', cause: 'gap' })
    expect(exchange.signal.aborted).toBe(true)
  })

  it('P-126, P-142 mean nothing from a server that does not say that it numbers', async () => {
    const { exchange, run, messages, codes } = await open(false)
    await exchange.pushNumbered([7, started(exchange)], [7, textStart('m')], [3, textContent('m', 'a')])
    await exchange.pushNumbered([3, textContent('m', 'b')], [0, textEnd('m')], [99, finished(exchange)])
    await exchange.end()
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(messages().at(-1)).toMatchObject({ content: 'ab' })
    expect(codes()).toEqual([])
  })
})
