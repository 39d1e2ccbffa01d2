import { describe, expect, it } from 'vitest'
import { createDecode } from './decode.ts'

function read(...events: readonly object[]): { events: readonly unknown[]; codes: readonly string[] } {
  const decode = createDecode(false)
  const { out, issues } = decode.step(
    decode.initial,
    events.map((event) => ({ data: JSON.stringify(event) })),
  )
  return { events: out.map(({ event }) => event), codes: issues.map((issue) => issue.code) }
}

describe('P-18 THINKING events', () => {
  it('are read as reasoning, with ids minted for span and message', () => {
    const { events, codes } = read(
      { type: 'THINKING_START' },
      { type: 'THINKING_TEXT_MESSAGE_START' },
      { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'hm' },
      { type: 'THINKING_TEXT_MESSAGE_END' },
      { type: 'THINKING_END' },
    )
    const [span, message] = ['thinking-span-1', 'thinking-message-2']
    expect(events).toEqual([
      { type: 'REASONING_START', messageId: span },
      { type: 'REASONING_MESSAGE_START', messageId: message, role: 'reasoning' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: message, delta: 'hm' },
      { type: 'REASONING_MESSAGE_END', messageId: message },
      { type: 'REASONING_END', messageId: span },
    ])
    expect(new Set(codes)).toEqual(new Set(['legacy-shape']))
  })

  it('get another id each time they open', () => {
    const { events } = read(
      { type: 'THINKING_TEXT_MESSAGE_START' },
      { type: 'THINKING_TEXT_MESSAGE_END' },
      { type: 'THINKING_TEXT_MESSAGE_START' },
    )
    const ids = events.map((event) => (event as { messageId: string }).messageId)
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).not.toBe(ids[0])
  })

  it('P-20 lose their title, which is told', () => {
    const { events, codes } = read({ type: 'THINKING_START', title: 'Plan' })
    expect(events[0]).not.toHaveProperty('title')
    expect(codes).toEqual(['legacy-shape', 'legacy-loss'])
  })
})

describe('P-19 a binary part', () => {
  const upgrade = (part: object) =>
    read({ type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'u', role: 'user', content: [part] }] })

  it.each([
    ['image/png', 'image'],
    ['audio/wav', 'audio'],
    ['video/mp4', 'video'],
    ['application/pdf', 'document'],
    ['', 'document'],
  ])('of type "%s" becomes %s', (mimeType, type) => {
    const { events, codes } = upgrade({ type: 'binary', mimeType, data: 'AAAA', filename: 'a' })
    expect(events).toMatchObject([
      {
        messages: [
          { content: [{ type, source: { type: 'data', value: 'AAAA' }, metadata: { filename: 'a' } }] },
        ],
      },
    ])
    expect(codes).toEqual(['legacy-shape'])
  })

  it('with an address becomes one with an address', () => {
    expect(upgrade({ type: 'binary', mimeType: 'image/png', url: 'https://x.test/a' }).events).toMatchObject([
      { messages: [{ content: [{ type: 'image', source: { type: 'url', value: 'https://x.test/a' } }] }] },
    ])
  })

  it('with an id alone cannot be read: it leaves, and that is told as a loss', () => {
    const { events, codes } = upgrade({ type: 'binary', mimeType: 'image/png', id: 'f1' })
    expect(events).toMatchObject([{ messages: [{ content: [] }] }])
    expect(codes).toEqual(['legacy-loss', 'member-unknown'])
  })
})
