import { runFinished, runStarted, textChunk, textContent, textEnd, textStart } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { createDraft } from '../thread/draft.ts'
import { emptyThread } from '../thread/thread.ts'
import type { Frame } from '../transport/transport.ts'
import { createPipeline, type PipelineOptions } from './pipeline.ts'

function open(options: Partial<PipelineOptions> = {}) {
  const draft = createDraft(emptyThread('t'), () => 0)
  const pipeline = createPipeline(draft, { strictness: 'strict', numbered: true, ...options })
  const text = (): string => JSON.stringify(draft.blocks.flat().map((message) => message.content))
  return { draft, pipeline, text, codes: () => draft.found.map((issue) => issue.code) }
}

const frame = (index: number, event: object, prefix = 'r:'): Frame => ({
  data: JSON.stringify(event),
  position: { token: `${prefix}${index}`, index },
})

describe('the position of a numbered stream', () => {
  it('is the token of the last frame that was applied, not of those that wait', () => {
    const { pipeline } = open()
    expect(pipeline.position()).toBeUndefined()
    pipeline.push([frame(0, runStarted()), frame(1, textStart('m'))])
    expect(pipeline.position()).toBe('r:1')
    pipeline.push([frame(3, textContent('m', 'b')), frame(4, textEnd('m'))])
    expect(pipeline.position()).toBe('r:1')
    pipeline.push([frame(2, textContent('m', 'a'))])
    expect(pipeline.position()).toBe('r:4')
  })

  it('keeps what stands before the number as it came', () => {
    const { pipeline } = open()
    pipeline.push([frame(0, runStarted(), '%E9%80%80:a:')])
    expect(pipeline.position()).toBe('%E9%80%80:a:0')
  })

  it('is none where the server does not number', () => {
    const { pipeline } = open({ numbered: false })
    pipeline.push([frame(0, runStarted())])
    expect(pipeline.position()).toBeUndefined()
  })
})

describe('reading again', () => {
  it('lets go of frames that waited, and takes them when they come in their turn', () => {
    const { pipeline, text, codes } = open()
    pipeline.push([frame(0, runStarted()), frame(1, textStart('m')), frame(3, textContent('m', 'b'))])
    expect(pipeline.end()?.code).toBe('frame-gap')
    pipeline.rewind()
    expect(pipeline.end()).toBeUndefined()
    pipeline.push([frame(2, textContent('m', 'a')), frame(3, textContent('m', 'b')), frame(4, textEnd('m'))])
    expect(text()).toBe('["ab"]')
    expect(codes()).toEqual(['frame-gap'])
  })

  it('goes on in chunks that were half-way', () => {
    const { pipeline, text } = open()
    pipeline.push([frame(0, runStarted()), frame(1, textChunk({ messageId: 'm', delta: 'one ' }))])
    pipeline.rewind()
    expect(pipeline.push([frame(2, textChunk({ delta: 'two' })), frame(3, runFinished())])).toBeUndefined()
    expect(text()).toBe('["one two"]')
  })

  it('after a position takes what follows it, and what is at it or before for doubled', () => {
    const { draft, pipeline, codes } = open({ after: 'r:41' })
    expect(pipeline.position()).toBe('r:41')
    draft.ledger.phase = 'active'
    pipeline.push([frame(40, textStart('old')), frame(41, textEnd('old')), frame(42, textStart('m'))])
    expect(pipeline.position()).toBe('r:42')
    expect(draft.blocks.flat().map((message) => message.id)).toEqual(['m'])
    expect(codes()).toEqual(['frame-duplicate', 'frame-duplicate'])
  })

  it('after a position sees that the first frame is missing', () => {
    const { pipeline } = open({ after: 'r:41' })
    pipeline.push([frame(43, runStarted())])
    expect(pipeline.end()?.code).toBe('frame-gap')
  })

  it.each(['opaque', 'r:', 'r:0x10', 'r:-1', 'r:1e3', 'r: 1', 'r:1.5'])(
    'after a token that is no number of a frame (%s) begins anew',
    (after) => {
      const { draft, pipeline } = open({ after })
      pipeline.push([frame(0, runStarted()), frame(1, textStart('m'))])
      expect(pipeline.position()).toBe('r:1')
      expect(draft.ids).toEqual(['m'])
    },
  )
})
