import { readFileSync } from 'node:fs'
import { createSession, createTapeTransport, type Thread, toMessages } from '@agui-kit/core'
import { legalStream } from '@agui-kit/testing/arbitraries'
import { readRecording } from '@agui-kit/testing/node'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Recording, recordings } from '../wire/recordings.ts'
import { type Beginning, type Outcome, playOfficially } from './official-client.ts'
import { officialExceptions } from './official-exceptions.ts'
import { takeReads } from './stream.ts'

const STREAMS = 2_000

// It tells of every deviation there and nowhere else.
beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterAll(() => vi.restoreAllMocks())

describe('the official client 1.0.0', () => {
  it(`makes the same of ${STREAMS} streams that AG-UI allows`, async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(legalStream({ maxDecisions: 40 }), async (drawn) => {
        const events = officialExceptions.reduce((list, { steerClear }) => steerClear?.(list) ?? list, drawn)
        expect(ours(events)).toEqual(await playOfficially(events))
        compared += 1
      }),
      { numRuns: STREAMS },
    )
    expect(compared).toBeGreaterThanOrEqual(STREAMS)
  }, 120_000)

  it.each(officialExceptions)('is not followed where rule $rule says otherwise: $what', async (exception) => {
    const we = ours(exception.example)
    expect(we).toMatchObject(exception.ours)
    expect(await playOfficially(exception.example).catch(() => undefined)).not.toEqual(we)
  })

  it.each(recordings.filter(isStream))('makes the same of $name, or refuses it', async (recording) => {
    const { events, beginning } = await eventsOf(recording)
    const officially = await playOfficially(events, beginning)
    expect(officially && ours(events, beginning)).toEqual(officially)
  })

  it('accepts most of the recordings', async () => {
    const streams = recordings.filter(isStream)
    const outcomes = await Promise.all(
      streams.map(async (recording) => {
        const { events, beginning } = await eventsOf(recording)
        return playOfficially(events, beginning)
      }),
    )
    expect(outcomes.filter((outcome) => outcome !== undefined).length).toBeGreaterThan(75)
  })
})

function ours(
  events: readonly unknown[],
  beginning: Beginning = { threadId: 't' },
): Outcome | { readonly fatal: string } {
  const { thread, fatal } = takeReads([events], { from: begin(beginning) })
  if (fatal !== undefined) return { fatal }
  const outcome = {
    messages: toMessages(thread.messages),
    state: thread.state,
    interrupts: thread.interrupts.map((open) => open.interrupt),
  }
  return JSON.parse(JSON.stringify(outcome)) as Outcome
}

/** A thread as an application gives it to begin with. */
function begin({ threadId, messages = [], state = {} }: Beginning): Thread {
  const transport = createTapeTransport([])
  return createSession({ threadId, transport, initialMessages: messages, initialState: state }).getSnapshot()
    .thread
}

function isStream({ folder }: Recording): boolean {
  const { status, headers } = headOf(folder)
  return status === 200 && headers['content-type']?.startsWith('text/event-stream') === true
}

function headOf(folder: string): {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
} {
  return JSON.parse(readFileSync(`${folder}/response.headers.json`, 'utf8')) as ReturnType<typeof headOf>
}

async function eventsOf({
  folder,
}: Recording): Promise<{ readonly events: readonly object[]; readonly beginning: Beginning }> {
  const { request } = await readRecording(folder)
  const body = readFileSync(`${folder}/response.sse`, 'utf8')
  // A raw U+2028 is part of a line.
  const lines = body.split('\n').filter((line) => line.startsWith('data:'))
  return {
    events: lines.map((line) => JSON.parse(line.slice(5)) as object),
    beginning: {
      threadId: request?.threadId ?? 't',
      messages: request?.messages ?? [],
      state: request?.state ?? {},
    },
  }
}
