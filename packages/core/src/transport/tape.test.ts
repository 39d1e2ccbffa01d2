import { collect, runInput, runStarted, tapeOfEvents, tapeOfText, testTransport } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { createTapeTransport, type Tape } from './tape.ts'
import type { Frame } from './transport.ts'

testTransport(
  'a tape transport',
  (tapes) => {
    const transport = createTapeTransport(tapes)
    return { transport, received: () => transport.inputs }
  },
  { describe, it, expect },
)

describe('a tape transport', () => {
  const open = (tapes: readonly Tape[], options = {}, signal = new AbortController().signal) =>
    createTapeTransport(tapes, options).open({ input: runInput(), signal })

  it('keeps the boundaries of the recorded reads, bytes included', async () => {
    const bytes = [...new TextEncoder().encode('data: "é"\n\ndata: 2\n\n')]
    const cut = bytes.indexOf(0xc3) + 1
    const toBase64 = (part: readonly number[]) => btoa(String.fromCharCode(...part))
    const tape: Tape = {
      ...tapeOfText([]),
      reads: [
        { afterMs: 0, base64: toBase64(bytes.slice(0, cut)) },
        { afterMs: 1, base64: toBase64(bytes.slice(cut)) },
        { afterMs: 2, text: 'data: 3\n\n' },
      ],
    }
    const batches: string[][] = []
    for await (const batch of (await open([tape])).batches) batches.push(batch.map((frame) => frame.data))
    expect(batches).toEqual([['"é"', '2'], ['3']])
  })

  it('waits as long as the server did when told to', async () => {
    const waits: number[] = []
    const clock = { sleep: async (delayMs: number) => void waits.push(delayMs) }
    const tape = tapeOfEvents([runStarted(), runStarted(), runStarted()], { intervalMs: 40 })
    await collect(await open([tape], { pace: 'recorded', clock }))
    expect(waits).toEqual([40, 40])
  })

  it('stops waiting when its signal aborts', async () => {
    const abort = new AbortController()
    const tape = tapeOfEvents([runStarted(), runStarted()], { intervalMs: 3_600_000 })
    let count = 0
    for await (const _ of (await open([tape], { pace: 'recorded' }, abort.signal)).batches) {
      count++
      abort.abort()
    }
    expect(count).toBe(1)
  })

  it('gives everything before a recorded break', async () => {
    const frames: Frame[] = []
    const exchange = await open([tapeOfEvents([runStarted(), runStarted()], { ended: 'error' })])
    await expect(collect(exchange, frames)).rejects.toMatchObject({ code: 'transport-interrupted' })
    expect(frames).toHaveLength(2)
  })

  it('has no answer when all tapes are played', async () => {
    await expect(open([])).rejects.toMatchObject({ code: 'transport-unreachable' })
  })

  it('tells the clock skew from a recorded date', async () => {
    const date = 'Mon, 30 Nov 2026 22:09:07 GMT'
    const tape = tapeOfEvents([], { headers: { date } })
    const { head } = await open([tape], { now: () => Date.parse(date) - 5_000 })
    expect(head.clockSkewMs).toBe(5_000)
  })
})
