import { describe, expect, it } from 'vitest'
import { runFinished, runStarted, textMessage } from './event.ts'
import { tapeOfEvents, toSse } from './tape.ts'

const events = [runStarted(), ...textMessage('m', '你好'), runFinished()]
const whole = events.map((event) => toSse(event)).join('')

describe('a tape of events', () => {
  it('has one read an event by default', () => {
    const { reads } = tapeOfEvents(events)
    expect(reads).toEqual(events.map((event, index) => ({ afterMs: index * 10, text: toSse(event) })))
  })

  it('can be one read, or one a byte', () => {
    expect(tapeOfEvents(events, { chunking: 'single' }).reads).toEqual([{ afterMs: 0, text: whole }])
    const { reads } = tapeOfEvents(events, { chunking: 'bytewise' })
    const binary = reads.map((read) => ('base64' in read ? atob(read.base64) : '')).join('')
    expect(new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)))).toBe(whole)
    expect(reads).toHaveLength(new TextEncoder().encode(whole).length)
  })

  it('numbers its frames for a run when asked to', () => {
    const tape = tapeOfEvents(events, { numberedFor: 'r1' })
    expect(tape.headers).toEqual({ 'content-type': 'text/event-stream', 'ag-ui-resume': '1' })
    expect(tape.reads[1]).toMatchObject({ text: expect.stringMatching(/^id: r1:1\ndata: /) })
  })
})
