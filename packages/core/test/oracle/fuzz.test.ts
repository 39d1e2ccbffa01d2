import { readFileSync } from 'node:fs'
import { emptyThread, fromSaved, isKitError, type Tape, toMessageList, toSaved } from '@agui-kit/core'
import { replayTape, toSse } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { createSseFramer } from '../../src/transport/sse.ts'
import { everyEvent } from '../every-event.ts'
import { recording } from '../wire/recordings.ts'

// More of them, for a night: FUZZ_RUNS=1000000 npx vitest run packages/core/test/oracle/fuzz
const RUNS = Number(process.env.FUZZ_RUNS ?? 1_500)
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_917)

/** Numbers that are the same for the same seed (mulberry32). */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const bodies: readonly Buffer[] = [
  Buffer.from(everyEvent.map((event) => toSse(event)).join('')),
  ...[
    'tanstack-ai/tool-parallel',
    'tanstack-ai/durable-text',
    'copilotkit-runtime-v2/state',
    'mastra/state-working-memory',
    'langgraph/interrupt-both-channels',
    'aimock-agui/composite',
  ].map((name) => readFileSync(`${recording(name).folder}/response.sse`)),
]

/** What hurts: framing, halves of characters, keys of prototypes, depth, numbers that are none. */
const SPLINTERS: readonly Buffer[] = [
  ...[
    '\r',
    '\n',
    '\r\n\r\n',
    '\n\n',
    'data:',
    'data: [DONE]\n\n',
    'id: r:3\n',
    'id:\0\n',
    'event: x\n',
    'retry: 9e99\n',
    ':\n',
    '\ufeff',
    '\u2028',
    '"__proto__":{"x":1},',
    '"constructor":null,',
    '\\ud800',
    '1e999',
    'null',
    '}{',
    '"',
    '\\',
    '['.repeat(2_000),
    `"type":"RUN_STARTED",`,
    `"type":"TOOL_CALL_START",`,
    'data: {"type":"RUN_FINISHED","threadId":"t","runId":"r"}\n\n',
  ].map((text) => Buffer.from(text)),
  Buffer.from([0xff]),
  Buffer.from([0xe2, 0x80]),
  Buffer.from([0xf0, 0x9f]),
]

function damage(random: (below: number) => number): Buffer {
  let body = bodies[random(bodies.length)] as Buffer
  for (let times = random(6); times >= 0; times--) {
    const at = random(body.length + 1)
    const to = Math.min(body.length, at + random(120))
    const [head, middle, tail] = [body.subarray(0, at), body.subarray(at, to), body.subarray(to)]
    const splinter = SPLINTERS[random(SPLINTERS.length)] as Buffer
    const pieces = [
      [head, splinter, middle, tail],
      [head, tail],
      [head, middle, middle, tail],
      [tail, head],
      [head, splinter, tail],
    ][random(5)] as readonly Buffer[]
    body = Buffer.concat(pieces)
  }
  return body
}

function tapeOf(body: Buffer, random: (below: number) => number): Tape {
  const reads: { afterMs: number; base64: string }[] = []
  for (let from = 0; from < body.length; ) {
    const to = Math.min(body.length, from + 1 + random(2_000))
    reads.push({ afterMs: 0, base64: body.subarray(from, to).toString('base64') })
    from = to
  }
  const numbered: Readonly<Record<string, string>> = random(3) === 0 ? { 'ag-ui-resume': '1' } : {}
  return {
    version: 1,
    status: 200,
    headers: { 'content-type': 'text/event-stream', ...numbered },
    reads,
    ended: random(4) === 0 ? 'error' : 'end',
  }
}

describe('damaged streams', () => {
  it(
    `never throw, hang or leave a thread that cannot be kept (${RUNS} of them)`,
    async () => {
      const random = createRandom(SEED)
      for (let run = 0; run < RUNS; run++) {
        const tape = tapeOf(damage(random), random)
        const replay = await replayTape(tape, run % 2 === 0 ? 'tolerant' : 'strict').catch(
          (error: unknown) => {
            throw new Error(`run ${run} of seed ${SEED} threw`, { cause: error })
          },
        )
        const ids = replay.messages.map((message) => message.id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(
          replay.issues.every(({ message }) => message.length <= 600),
          `run ${run}`,
        ).toBe(true)
        const thread = { ...emptyThread('t'), messages: toMessageList(replay.messages), state: replay.state }
        expect(fromSaved(JSON.stringify(toSaved(thread, 0)), 't', 0)).toHaveProperty('thread')
      }
      expect(Object.keys(Object.prototype)).toEqual([])
      expect(({} as Record<string, unknown>).x).toBeUndefined()
    },
    60_000 + RUNS * 20,
  )

  it('keep no more of an endless frame than they may', () => {
    const framer = createSseFramer({ maxFrameChars: 100_000 })
    const text = 'x'.repeat(1_000)
    let fed = 0
    try {
      framer.feed('data: ')
      for (; fed < 1_000; fed++) framer.feed(text)
    } catch (error) {
      expect(isKitError(error, 'transport-frame-too-large')).toBe(true)
    }
    expect(fed).toBeLessThanOrEqual(101)
  })

  it('may be nested deeper than any stack', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const text = [
      toSse({ type: 'RUN_STARTED', threadId: 't', runId: 'r' }),
      `data: {"type":"STATE_SNAPSHOT","snapshot":${deep}}\n\n`,
      toSse({ type: 'RUN_FINISHED', threadId: 't', runId: 'r' }),
    ].join('')
    const tape: Tape = {
      version: 1,
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      reads: [{ afterMs: 0, text }],
      ended: 'end',
    }
    expect((await replayTape(tape)).outcome).toMatch(/success|error/)
  })
})
