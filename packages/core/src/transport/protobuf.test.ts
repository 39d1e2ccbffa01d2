import { runFinished, runStarted, stateDelta, tapeOfEvents, textMessage } from '@agui-kit/testing'
import { type ScriptedAgent, startScriptedAgent } from '@agui-kit/testing/node'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { everyEvent } from '../../test/every-event.ts'
import { concat, PROTOBUF, tapeOfBytes, toFrameBytes, withLength } from '../../test/protobuf-tape.ts'
import { isKitError } from '../error.ts'
import { catalog } from '../events/catalog.ts'
import type { AgentEvent } from '../protocol/event.ts'
import { createSession } from '../session/create-session.ts'
import { toMessages } from '../thread/message-list.ts'
import { createHttpTransport, type HttpTransportOptions } from './http.ts'
import { protobufCodec } from './protobuf.ts'
import type { Tape } from './tape.ts'
import type { Frame } from './transport.ts'

/** All frames of these reads, and what ended them when it was an error. */
const read = (reads: readonly Uint8Array[], options = {}) => {
  const framer = protobufCodec(options).createFramer()
  const frames: Frame[] = []
  try {
    for (const bytes of reads) frames.push(...framer.feed(bytes))
    frames.push(...framer.end())
    return { frames }
  } catch (error) {
    return { frames, error }
  }
}
const eventsOf = (frames: readonly Frame[]): unknown[] =>
  frames.map(({ data }) => JSON.parse(data) as unknown)

const hello: readonly AgentEvent[] = [runStarted(), ...textMessage('m', 'Hi ', '世界'), runFinished()]
const helloBytes = hello.map(toFrameBytes)

/** An envelope with nothing but field 99, which AG-UI 1.0 does not have; its payload is a message. */
const UNKNOWN_ARM = withLength(new Uint8Array([0x9a, 0x06, 0x00]))

const agents: ScriptedAgent[] = []
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close()
})

const startAgent = async (...tapes: readonly Tape[]): Promise<ScriptedAgent> => {
  const agent = await startScriptedAgent(tapes)
  agents.push(agent)
  return agent
}

/** What a session makes of an answer, over a real connection. */
const runOver = async (
  tape: Tape,
  strictness: 'strict' | 'tolerant' = 'strict',
  options: Partial<HttpTransportOptions> = { codecs: [protobufCodec()] },
) => {
  const agent = await startAgent(tape)
  const transport = createHttpTransport({ url: agent.url, ...options })
  const session = createSession({ transport, strictness, threadId: 't' })
  const run = await session.run()
  const { thread } = session.getSnapshot()
  await session.close()
  return {
    run,
    accept: agent.requests[0]?.headers.accept,
    texts: toMessages(thread.messages).map((message) => message.content),
    issues: thread.issues.map((issue) => issue.code),
  }
}

describe('what the official encoder writes', () => {
  it('is read as it was meant, all 31 events', () => {
    expect(new Set(everyEvent.map((event) => event.type))).toEqual(new Set(Object.keys(catalog)))
    expect(eventsOf(read(everyEvent.map(toFrameBytes)).frames)).toEqual(everyEvent)
  })

  it('is read the same cut in two at any byte, and byte by byte', () => {
    const bytes = concat(helloBytes)
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(eventsOf(read([bytes.subarray(0, cut), bytes.subarray(cut)]).frames)).toEqual(hello)
    }
    const single = Array.from(bytes, (byte) => new Uint8Array([byte]))
    expect(eventsOf(read(single).frames)).toEqual(hello)
  })

  it('loses what the format has no place for, and gives lists that were left out as empty (P-135)', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const bytes = [
      { ...runStarted({ input: { threadId: 't', runId: 'r', messages: [] } }), mood: 'good' },
      {
        ...stateDelta([{ op: 'add', path: '/a', value: 1 }]),
        delta: [{ op: 'add', path: '/a', value: 1, why: 'x' }],
      },
    ].map(toFrameBytes)
    warn.mockRestore()
    expect(eventsOf(read(bytes).frames)).toEqual([
      runStarted({ input: { threadId: 't', runId: 'r', messages: [], tools: [], context: [], resume: [] } }),
      stateDelta([{ op: 'add', path: '/a', value: 1 }]),
    ])
  })
})

describe('what cannot be read (P-134)', () => {
  it('is a cut answer when it ends within a frame, wherever', () => {
    const ends = helloBytes.map((_, count) => concat(helloBytes.slice(0, count + 1)).length)
    const bytes = concat(helloBytes)
    for (let end = 0; end <= bytes.length; end++) {
      const whole = ends.filter((boundary) => boundary <= end).length
      const { frames, error } = read([bytes.subarray(0, end)])
      expect(eventsOf(frames)).toEqual(hello.slice(0, whole))
      if (end === 0 || ends.includes(end)) expect(error).toBe(undefined)
      else expect(error).toMatchObject({ code: 'transport-interrupted' })
    }
  })

  it('is left out when it is an event of a later protocol', () => {
    const { frames } = read([concat([...helloBytes.slice(0, 1), UNKNOWN_ARM, ...helloBytes.slice(1)])])
    expect(frames[1]).toMatchObject({ data: '', issue: { code: 'event-unknown', severity: 'warning' } })
    expect(eventsOf(frames.filter((frame) => frame.issue === undefined))).toEqual(hello)
  })

  it.each<readonly [string, Uint8Array]>([
    ['noise', new Uint8Array([255, 254, 253])],
    ['an empty frame', new Uint8Array()],
    ['text', new TextEncoder().encode('data: {"type":"RUN_STARTED"}')],
    [
      'two events in one envelope',
      concat([toFrameBytes(runStarted()).subarray(4), toFrameBytes(runFinished()).subarray(4)]),
    ],
    ['an event cut short', toFrameBytes(runStarted()).subarray(4, -2)],
    // TEXT_MESSAGE_START whose base event says TEXT_MESSAGE_END.
    [
      'an event that contradicts itself',
      new Uint8Array([0x0a, 0x07, 0x0a, 0x02, 0x08, 0x02, 0x12, 0x01, 0x6d]),
    ],
  ])('is the end when it is %s, and nothing after it is guessed', (_, body) => {
    const bytes = concat([...helloBytes.slice(0, 2), withLength(body), ...helloBytes.slice(2)])
    const { frames, error } = read([bytes, ...helloBytes])
    expect(error).toBe(undefined)
    expect(eventsOf(frames.slice(0, 2))).toEqual(hello.slice(0, 2))
    expect(frames.slice(2)).toMatchObject([
      { data: '', issue: { code: 'frame-not-event', severity: 'fatal' } },
    ])
  })

  it('is refused by its announced length, after what came before it', () => {
    const limit = Math.max(...helloBytes.map((frame) => frame.length - 4))
    const announced = new Uint8Array([0, 0, 0, limit + 1])
    const framer = protobufCodec({ maxFrameBytes: limit }).createFramer()
    expect(eventsOf(framer.feed(concat([...helloBytes, announced])))).toEqual(hello)
    expect(framer.failure).toMatchObject({ code: 'transport-frame-too-large', details: { limit } })
    expect(() => framer.feed(new Uint8Array([1]))).toThrow(framer.failure)
    expect(() => framer.end()).toThrow(framer.failure)
    expect(read([new Uint8Array([0, 0xa0, 0, 1])]).error).toMatchObject({
      details: { limit: 10 * 1024 * 1024 },
    })
    expect(read([new Uint8Array([0, 0xa0, 0, 0])]).error).toMatchObject({ code: 'transport-interrupted' })
  })
})

// oxlint-disable-next-line vitest/expect-expect -- the assertions stand in the property
it('damage of any kind leaves events before it, and one reason why there are no more', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const bytes = concat(everyEvent.map(toFrameBytes))
  const damage = fc.record({ at: fc.nat(bytes.length - 1), value: fc.nat(255), end: fc.nat(bytes.length) })
  fc.assert(
    fc.property(damage, fc.nat(5_000), ({ at, value, end }, cut) => {
      const damaged = bytes.slice(0, end)
      if (at < end) damaged[at] = value
      const { frames, error } = read([damaged.subarray(0, cut), damaged.subarray(cut)])
      const fatal = frames.findIndex((frame) => frame.issue?.severity === 'fatal')
      if (error !== undefined) expect(isKitError(error)).toBe(true)
      if (fatal !== -1) expect([fatal, error]).toEqual([frames.length - 1, undefined])
      for (const { data, issue } of frames) {
        if (issue === undefined) expect(JSON.parse(data)).toHaveProperty('type')
      }
    }),
    { numRuns: 200 },
  )
  warn.mockRestore()
})

describe('over HTTP', () => {
  it('both are asked for by name, and either is read (P-132)', async () => {
    const binary = await runOver(tapeOfBytes(helloBytes))
    expect(binary).toMatchObject({ run: { kind: 'finished' }, texts: ['Hi 世界'], issues: [] })
    expect(binary.accept).toBe(`${PROTOBUF}, text/event-stream`)
    const text = await runOver(tapeOfEvents(hello))
    expect(text).toMatchObject({ run: { kind: 'finished' }, texts: ['Hi 世界'], issues: [] })
  })

  it('parameters and case of the content type do not matter', async () => {
    const contentType = 'Application/VND.ag-ui.event+Proto ; v=1'
    expect(await runOver(tapeOfBytes(helloBytes, { contentType }))).toMatchObject({ texts: ['Hi 世界'] })
  })

  it('is no stream without the codec', async () => {
    const { run, accept } = await runOver(tapeOfBytes(helloBytes), 'strict', {})
    expect(run).toMatchObject({ kind: 'failed', failure: { code: 'transport-not-a-stream' } })
    expect(accept).toBe('text/event-stream')
  })

  it('an event of a later protocol is reported, and the run succeeds', async () => {
    const { run, issues } = await runOver(
      tapeOfBytes([...helloBytes.slice(0, 4), UNKNOWN_ARM, ...helloBytes.slice(4)]),
    )
    expect(run).toMatchObject({ kind: 'finished' })
    expect(issues).toEqual(['event-unknown'])
  })

  it('broken bytes fail the run and keep what came before them, in one read or in many', async () => {
    const reads = [...helloBytes.slice(0, 3), withLength(new Uint8Array([255])), ...helloBytes.slice(3)]
    for (const tape of [tapeOfBytes(reads), tapeOfBytes([concat(reads)])]) {
      const { run, texts } = await runOver(tape, 'tolerant')
      expect(run).toMatchObject({ kind: 'failed', failure: { source: 'protocol', code: 'frame-not-event' } })
      expect(texts).toEqual(['Hi '])
    }
  })

  it.each([
    ['a body that ends in a frame', 'end'],
    ['a connection that breaks', 'error'],
  ] as const)('%s truncates the run and keeps what came before', async (_, ended) => {
    const reads = [...helloBytes.slice(0, 3), (helloBytes[3] as Uint8Array).subarray(0, 6)]
    const { run, texts } = await runOver(tapeOfBytes(reads, { ended }))
    expect(run).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
    expect(texts).toEqual(['Hi '])
  })

  it('half a frame after the end of the run changes nothing of it', async () => {
    const { run } = await runOver(tapeOfBytes([...helloBytes, new Uint8Array([0, 0, 0])]))
    expect(run).toMatchObject({ kind: 'finished' })
  })

  it('events are judged like any others: what the schema refuses fails the run', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const empty = toFrameBytes(runFinished({ type: 'interrupt', interrupts: [] }))
    warn.mockRestore()
    const { run } = await runOver(tapeOfBytes([...helloBytes.slice(0, -1), empty]), 'tolerant')
    expect(run).toMatchObject({ kind: 'failed', failure: { code: 'field-malformed' } })
  })
})
