import {
  runFinished,
  runStarted,
  textChunk,
  textContent,
  textMessage,
  textStart,
  toolChunk,
  toolResult,
} from '@agui-kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepFreeze, freezeThread } from '../../test/frozen.ts'
import { legalStreams } from '../../test/legal-streams.ts'
import { createDraft, publish } from '../thread/draft.ts'
import { toMessages } from '../thread/message-list.ts'
import { emptyThread, type Thread } from '../thread/thread.ts'
import type { Frame } from '../transport/transport.ts'
import { createPipeline } from './pipeline.ts'

const framesOf = (events: readonly object[]): readonly Frame[] =>
  events.map((event) => Object.freeze({ data: JSON.stringify(event) }))

/** Plays frames in these batches; every snapshot in between is frozen. */
function play(batches: readonly (readonly Frame[])[], strictness: 'strict' | 'tolerant' = 'strict') {
  const draft = createDraft(freezeThread(emptyThread('t')), () => 0)
  const pipeline = createPipeline(draft, { strictness })
  let fatal: string | undefined
  for (const batch of batches) {
    fatal = pipeline.push(Object.freeze(batch))?.code
    freezeThread(publish(draft).thread)
    if (fatal !== undefined) break
  }
  return { thread: publish(draft).thread, fatal, sawEvent: pipeline.sawEvent() }
}

/** What a person can see of a thread, and what is sent back of it. */
const visible = ({ messages, index: _, ...thread }: Thread & { index?: unknown }) => ({
  ...thread,
  messages: toMessages(messages),
  toolCalls: [...thread.toolCalls.values()],
  streaming: [...thread.streaming],
})

const MALFORMED = { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm' }

describe('the joined steps', () => {
  it('P-1 the earliest fault decides, whatever step finds it, and what stands before it is applied', () => {
    const good = [runStarted(), ...textMessage('m', 'a')]
    const faults = {
      'field-malformed': MALFORMED,
      'item-not-open': textContent('ghost', 'x'),
      'chunk-without-id': textChunk({ delta: 'x' }),
      'run-already-active': runStarted(),
    }
    const codes = Object.keys(faults) as (keyof typeof faults)[]
    for (const first of codes) {
      for (const second of codes) {
        const { thread, fatal } = play([
          framesOf([...good, faults[first], faults[second], ...textMessage('n', 'b')]),
        ])
        expect(fatal).toBe(first)
        expect(toMessages(thread.messages).map((message) => message.id)).toEqual(['m'])
      }
    }
  })

  it('P-4 a chunk with a bad field is refused as it is, not given a default', () => {
    expect(play([framesOf([runStarted(), { ...textChunk({ messageId: 'm' }), role: 7 }])]).fatal).toBe(
      'field-malformed',
    )
  })

  it('P-5 what a chunk became is held to the rules of whole events', () => {
    expect(play([framesOf([runStarted(), textStart('m'), textChunk({ messageId: 'm' })])]).fatal).toBe(
      'item-already-open',
    )
  })

  it('says whether any event was applied', () => {
    expect(play([framesOf([{ type: 'UNKNOWN' }])]).sawEvent).toBe(false)
    expect(play([framesOf([runStarted()])]).sawEvent).toBe(true)
  })
})

describe('any legal stream', () => {
  const streams = legalStreams()
  /** Cuts a list at these places. */
  const cut = <T>(items: readonly T[], places: readonly number[]): readonly (readonly T[])[] => {
    const at = [...new Set(places.map((place) => place % (items.length + 1)))].sort((a, b) => a - b)
    return [...at, items.length].map((end, index) => items.slice(at[index - 1] ?? 0, end))
  }

  it('P-2 comes to the same however its frames are cut into reads, in either mode, with nothing to report', () => {
    fc.assert(
      fc.property(streams, fc.array(fc.nat()), (events, places) => {
        const frames = framesOf(events)
        const whole = play([frames])
        expect(whole.fatal).toBeUndefined()
        expect(whole.thread.issues).toEqual([])
        expect(whole.thread.run.kind).toBe('finished')
        expect(visible(play(cut(frames, places)).thread)).toEqual(visible(whole.thread))
        expect(visible(play(cut(frames, places), 'tolerant').thread)).toEqual(visible(whole.thread))
      }),
    )
  })

  it('is not changed by events and fields of a later version, which are only told', () => {
    fc.assert(
      fc.property(streams, fc.nat(), (events, place) => {
        const later = events.flatMap((event, at) => [
          ...(at === place % events.length ? [{ type: 'LATER_EVENT', payload: { any: 1 } }] : []),
          { ...event, laterField: [1] },
        ])
        const { thread, fatal } = play([framesOf(later)])
        expect(fatal).toBeUndefined()
        expect(new Set(thread.issues.map((issue) => issue.code))).toEqual(
          new Set(['event-unknown', 'field-unknown']),
        )
        const { issues: _, ...rest } = visible(thread)
        const { issues: __, ...plain } = visible(play([framesOf(events)]).thread)
        expect(rest).toEqual(plain)
      }),
    )
  })

  it('in shorthand comes to the same as in full', () => {
    const full = [
      runStarted(),
      ...textMessage('m', 'a', 'b'),
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'f' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{}' },
      { type: 'TOOL_CALL_END', toolCallId: 'c' },
      toolResult('c', 'R'),
      runFinished(),
    ]
    const short = [
      runStarted(),
      textChunk({ messageId: 'm', delta: 'a' }),
      textChunk({ delta: 'b' }),
      toolChunk({ toolCallId: 'c', toolCallName: 'f', delta: '{}' }),
      toolResult('c', 'R'),
      runFinished(),
    ]
    expect(visible(play([framesOf(short)]).thread)).toEqual(visible(play([framesOf(full)]).thread))
  })

  it('broken off anywhere and never read to the end throws nothing and keeps its snapshots whole', () => {
    fc.assert(
      fc.property(streams, fc.nat(), (events, place) => {
        const { thread, fatal } = play(
          framesOf(events.slice(0, place % events.length)).map((frame) => [frame]),
        )
        expect(fatal).toBeUndefined()
        deepFreeze(visible(thread))
      }),
    )
  })
})
