import {
  type AgentEvent,
  createTapeTransport,
  fromSaved,
  type Thread,
  toMessages,
  toSaved,
} from '@agui-kit/core'
import { messagesSnapshot, runFinished, runStarted, tapeOfText, toSse } from '@agui-kit/testing'
import { jsonValue, legalStream, unknownEvent } from '@agui-kit/testing/arbitraries'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createExpand } from '../../src/pipeline/expand.ts'
import { deepFreeze, freezeThread } from '../frozen.ts'
import { cutAt, framesOf, plainOf, takeReads } from './stream.ts'

const streams = legalStream({ maxDecisions: 50 })
const cut = legalStream({ maxDecisions: 50, complete: false })
const places = fc.array(fc.nat(999), { maxLength: 6 })

describe('every stream that AG-UI allows', () => {
  it('is one for a strict client, and all events are among them', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(cut, (events) => {
        for (const { type } of events) seen.add(type)
        expect(takeReads([events]).fatal).toBeUndefined()
      }),
      { numRuns: 600 },
    )
    expect(seen.size).toBe(31)
  })

  it('comes to the same for a tolerant client, which has nothing to mend', () => {
    fc.assert(
      fc.property(ofOneRunEach(streams), (events) => {
        // That one leaves a message out and goes on with it is where tolerant reading begins, too.
        fc.pre(events.every(({ type }) => type !== 'MESSAGES_SNAPSHOT'))
        expect(plainOf(takeReads([events], { strictness: 'tolerant' }).thread)).toEqual(
          plainOf(takeReads([events]).thread),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('comes to the same wherever it is cut into reads, and in whatever bytes', async () => {
    await fc.assert(
      fc.asyncProperty(cut, places, async (events, ends) => {
        const whole = plainOf(takeReads([events]).thread)
        expect(plainOf(takeReads(cutAt(events, ends)).thread)).toEqual(whole)
        const bytes = new TextEncoder().encode(events.map((event) => toSse(event)).join(''))
        const reads = cutAt(
          [...bytes],
          ends.map((place) => place * 7),
        )
        expect(await eventsOf(reads)).toEqual(framesOf(events))
      }),
      { numRuns: 200 },
    )
  })

  it('is expanded once: whole events pass as they are', () => {
    fc.assert(
      fc.property(cut, (events) => {
        const expand = createExpand(false)
        const once = expand.step(expand.initial, events)
        const twice = expand.step(expand.initial, once.out)
        expect(once.fatal).toBeUndefined()
        expect(twice.out).toEqual(once.out)
      }),
      { numRuns: 300 },
    )
  })

  it('changes no event, and no thread that was published', () => {
    fc.assert(
      fc.property(cut, places, (events, ends) => {
        const frozen = deepFreeze<readonly AgentEvent[]>(structuredClone(events))
        const expand = createExpand(false)
        expand.step(expand.initial, frozen)
        const published: (readonly [Thread, unknown])[] = []
        takeReads(cutAt(frozen, ends), {
          onPublish: (thread) => {
            published.push([freezeThread(thread), structuredClone(plainOf(thread))])
          },
        })
        for (const [thread, then] of published) expect(plainOf(thread)).toEqual(then)
      }),
      { numRuns: 200 },
    )
  })

  it('may be saved between any two runs, and the rest comes to the same', () => {
    fc.assert(
      fc.property(streams, fc.nat(), (events, pick) => {
        const ends = events.flatMap(({ type }, at) => (type === 'RUN_STARTED' && at > 0 ? [at] : []))
        fc.pre(ends.length > 0)
        const end = ends[pick % ends.length]
        const before = takeReads([events.slice(0, end)]).thread
        const text = JSON.stringify(toSaved(before, 0))
        const read = fromSaved(text, 't', 0)
        if (!('thread' in read)) throw new Error(read.why)
        const { thread } = takeReads([events.slice(end)], { from: read.thread })
        expect(kept(thread)).toEqual(kept(takeReads([events]).thread))
      }),
      { numRuns: 300 },
    )
  })

  it('leaves a thread that its own history tells again', () => {
    fc.assert(
      fc.property(streams, (events) => {
        const { thread } = takeReads([events])
        const messages = toMessages(thread.messages)
        const told = [
          runStarted({ runId: 'told' }),
          messagesSnapshot(messages),
          runFinished(undefined, { runId: 'told' }),
        ]
        expect(toMessages(takeReads([told]).thread.messages)).toEqual(messages)
        expect(toMessages(takeReads([told], { from: thread }).thread.messages)).toEqual(messages)
      }),
      { numRuns: 300 },
    )
  })

  it('is not changed by events and fields that AG-UI does not know', () => {
    fc.assert(
      fc.property(
        cut,
        fc.array(fc.tuple(fc.nat(999), unknownEvent(), jsonValue()), { maxLength: 5 }),
        (events, extras) => {
          const strange: unknown[] = events.map((event, at) => {
            const extra = extras.find(([place]) => place % events.length === at)
            return extra === undefined
              ? event
              : { ...event, seen: extra[2], toString: 1, constructor: extra[2] }
          })
          for (const [place, event] of extras) strange.splice(place % (strange.length + 1), 0, event)
          expect(withoutIssues(takeReads([strange]).thread)).toEqual(
            withoutIssues(takeReads([events]).thread),
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('lanes', () => {
  it('of several subagents, interleaved anyhow, give each what it gets alone', () => {
    fc.assert(
      fc.property(
        fc.array(lane(), { minLength: 2, maxLength: 4 }),
        fc.infiniteStream(fc.nat(3)),
        (lanes, turns) => {
          const mixed = interleave(
            lanes.map((events, at) => events.map((event) => owned(event, at))),
            turns,
          )
          const { thread, fatal } = takeReads([[runStarted(), ...mixed, runFinished()]])
          expect(fatal).toBeUndefined()
          for (const [at, events] of lanes.entries()) {
            const alone = takeReads([
              [runStarted(), ...events.map((event) => owned(event, at)), runFinished()],
            ])
            const mine = toMessages(thread.messages).filter((message) => message.subagentRunId === `s${at}`)
            expect(mine).toEqual(toMessages(alone.thread.messages))
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

/** Text, calls and reasoning as one producer streams them: shorthand without ids among whole events. */
function lane(): fc.Arbitrary<readonly Record<string, unknown>[]> {
  const text = fc.constantFrom('', 'a', 'é😀')
  return fc
    .array(
      fc.tuple(fc.constantFrom('text', 'tool', 'reasoning', 'whole'), fc.array(text, { maxLength: 4 })),
      {
        maxLength: 5,
      },
    )
    .map((items) => items.flatMap(([kind, deltas], at) => itemOf(kind, `${at}`, deltas)))
}

function itemOf(kind: string, id: string, deltas: readonly string[]): readonly Record<string, unknown>[] {
  const chunks = (type: string, opener: object): readonly Record<string, unknown>[] => [
    { type, ...opener },
    ...deltas.map((delta) => ({ type, delta })),
  ]
  switch (kind) {
    case 'text':
      return chunks('TEXT_MESSAGE_CHUNK', { messageId: `m${id}` })
    case 'tool':
      return chunks('TOOL_CALL_CHUNK', { toolCallId: `c${id}`, toolCallName: 'f' })
    case 'reasoning':
      return chunks('REASONING_MESSAGE_CHUNK', { messageId: `r${id}` })
    default:
      return [
        { type: 'TEXT_MESSAGE_START', messageId: `w${id}` },
        ...deltas.map((delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: `w${id}`, delta })),
        { type: 'TEXT_MESSAGE_END', messageId: `w${id}` },
      ]
  }
}

/** The same event of one subagent, with ids that no other has. */
function owned(event: Readonly<Record<string, unknown>>, at: number): Record<string, unknown> {
  const ids = ['messageId', 'toolCallId'].filter((key) => key in event)
  return {
    ...event,
    ...Object.fromEntries(ids.map((key) => [key, `s${at}-${String(event[key])}`])),
    subagentRunId: `s${at}`,
  }
}

function interleave<T>(lists: readonly (readonly T[])[], turns: Iterator<number>): readonly T[] {
  const rest = lists.map((list) => [...list])
  const mixed: T[] = []
  while (rest.some((list) => list.length > 0)) {
    const open = rest.filter((list) => list.length > 0)
    const next = open[Number(turns.next().value) % open.length]?.shift()
    if (next !== undefined) mixed.push(next)
  }
  return mixed
}

/** Frames of a body in these reads. */
async function eventsOf(reads: readonly (readonly number[])[]): Promise<readonly unknown[]> {
  const tape = tapeOfText([])
  const transport = createTapeTransport([
    {
      ...tape,
      reads: reads.map((read) => ({ afterMs: 0, base64: Buffer.from(read).toString('base64') })),
    },
  ])
  const input = { threadId: 't', runId: 'r', messages: [] }
  const { batches } = await transport.open({ input, signal: new AbortController().signal })
  const frames: unknown[] = []
  for await (const batch of batches) frames.push(...batch)
  return frames
}

/** Streams whose calls and messages are told once: telling one again is where tolerant reading begins. */
function ofOneRunEach(arbitrary: fc.Arbitrary<readonly AgentEvent[]>): fc.Arbitrary<readonly AgentEvent[]> {
  return arbitrary.map((events) => {
    const end = events.findIndex(({ type }, at) => type === 'RUN_STARTED' && at > 0)
    return end < 0 ? events : events.slice(0, end)
  })
}

/** What is kept of a thread when it is saved; the issues of a stream are not. */
function kept(thread: Thread): unknown {
  return withoutIssues(thread)
}

function withoutIssues(thread: Thread): unknown {
  const { issues: _, ...rest } = plainOf(thread)
  return rest
}
