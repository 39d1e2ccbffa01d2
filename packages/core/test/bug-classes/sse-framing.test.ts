// The class: what a stream says depends on where the network cut it, or on how its lines are written.
import { performance } from 'node:perf_hooks'
import { runFinished, runStarted, textChunk, textMessage, toSse } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { createSseFramer } from '../../src/transport/sse.ts'
import { bytes, meet, raw, textsOf } from './live.ts'

const ids = { threadId: 't', runId: 'id2' }
const answer = [runStarted(ids), ...textMessage('m', 'Tide ', 'at ', 'nine'), runFinished(undefined, ids)]
const stream = answer.map((event) => toSse(event)).join('')

describe('the framing of an event stream', () => {
  it.each([
    ['line feeds', '\n'],
    ['carriage returns with line feeds', '\r\n'],
    ['carriage returns', '\r'],
  ])('is the same with %s, although every byte comes alone', async (_name, ending) => {
    const { session, messages, codes } = await meet([
      raw([stream.replaceAll('\n', ending)], { chunking: 'bytewise' }),
    ])
    expect(await session.send('when?')).toMatchObject({ kind: 'finished' })
    expect(textsOf(messages())).toEqual(['when?', 'Tide at nine'])
    expect(codes()).toEqual([])
  })

  it('takes an event that is written over several data lines, among comments and other fields, for one', async () => {
    const pretty = (event: object): string =>
      `: keep-alive\nevent: message\nretry: 40\n${JSON.stringify(event, null, 2)
        .split('\n')
        .map((line) => `data: ${line}`)
        .join('\n')}\n\n`
    const { session, messages, codes } = await meet([raw(answer.map(pretty))])
    expect(await session.send('when?')).toMatchObject({ kind: 'finished' })
    expect(textsOf(messages())).toEqual(['when?', 'Tide at nine'])
    expect(codes()).toEqual([])
  })

  it.each([
    ['with the first field', [`\ufeff${stream}`]],
    ['in a read of its own', ['\ufeff', stream]],
    ['cut in itself', Array.from(Buffer.from(`\ufeff${stream}`))],
  ])('does not take a byte order mark for part of a name: %s', async (_where, reads) => {
    const turn = bytes(reads.map((read) => (typeof read === 'string' ? Buffer.from(read) : Buffer.of(read))))
    const { session, messages } = await meet([turn])
    expect(await session.send('when?')).toMatchObject({ kind: 'finished' })
    expect(textsOf(messages())).toEqual(['when?', 'Tide at nine'])
  })

  it('keeps all that was whole when the body ends inside an event, and does not call that a success', async () => {
    const cutAt = stream.lastIndexOf('nine') - 3
    const { session, messages, codes } = await meet([raw([stream.slice(0, cutAt)])])
    expect(await session.send('when?')).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
    expect(textsOf(messages())).toEqual(['when?', 'Tide at '])
    expect(codes()).toEqual([])
  })

  it('reads a last event that lacks its blank line', async () => {
    const { session } = await meet([raw([stream.trimEnd()])])
    expect(await session.send('when?')).toMatchObject({ kind: 'finished' })
  })

  it('costs in proportion to the length of a line, not to its square', () => {
    const costMs = (chars: number): number => {
      const text = toSse(textChunk({ messageId: 'm', delta: 'x'.repeat(chars) }))
      const beganMs = performance.now()
      const framer = createSseFramer()
      let frames = 0
      for (let at = 0; at < text.length; at += 64) frames += framer.feed(text.slice(at, at + 64)).length
      expect(frames).toBe(1)
      return performance.now() - beganMs
    }
    // The best of several, as other work may stand in between; eight times as long would cost 64 times.
    const best = (chars: number): number => Math.min(...Array.from({ length: 5 }, () => costMs(chars)))
    best(100_000)
    expect(best(1_600_000) / best(200_000)).toBeLessThan(30)
  })
})
