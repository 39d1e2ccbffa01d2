import { EventSchemas } from '@ag-ui/core/schemas'
import { expect } from 'vitest'
import { type AgentEvent, isTerminal } from '../src/protocol/event.ts'
import { type TestInput, toBody } from './harness.ts'

export interface SeenFrame {
  readonly id: string
  readonly index: number
  readonly event: AgentEvent
}

export interface Stream {
  readonly response: Response
  readonly frames: readonly SeenFrame[]
  /** Reads on until the condition holds; fails when the stream ends before. */
  readonly until: (condition: (frame: SeenFrame) => boolean) => Promise<SeenFrame>
  /** Everything seen once the body has ended, or broken off. */
  readonly rest: () => Promise<readonly SeenFrame[]>
  readonly leave: () => Promise<void>
}

/** Reads an event stream frame by frame and holds it to the official schemas. */
export function readStream(response: Response): Stream {
  const frames: SeenFrame[] = []
  // Opened when first read, so that a refusal can still be read as JSON.
  let opened: ReadableStreamDefaultReader<string> | undefined
  const open = () => {
    opened ??= response.body?.pipeThrough(new TextDecoderStream()).getReader()
    return opened
  }
  let text = ''
  let taken = 0

  const readMore = async (): Promise<boolean> => {
    const part = await open()
      ?.read()
      .catch(() => undefined)
    if (part === undefined || part.done) return false
    const blocks = (text + part.value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, id = '', index = '', data] = /^id: (.+:(\d+))\ndata: (.*)$/.exec(block) ?? []
      if (data === undefined) {
        expect(block).toMatch(/^(retry: \d+|: .*)$/)
        continue
      }
      const event = JSON.parse(data) as AgentEvent
      EventSchemas.parse(event)
      frames.push({ id, index: Number(index), event })
    }
    return true
  }

  return {
    response,
    frames,
    until: async (condition) => {
      for (;;) {
        while (taken < frames.length) {
          const frame = frames[taken]
          taken += 1
          if (frame !== undefined && condition(frame)) return frame
        }
        if (!(await readMore())) throw new Error(`The stream ended first: ${JSON.stringify(frames.at(-1))}`)
      }
    },
    rest: async () => {
      while (await readMore()) {}
      return frames
    },
    leave: async () => {
      await open()
        ?.cancel()
        .catch(() => {})
    },
  }
}

export async function start(url: string, input: TestInput): Promise<Stream> {
  const stream = await post(url, toBody(input))
  expect(stream.response.status).toBe(200)
  return stream
}

export const post = async (url: string, body: object): Promise<Stream> =>
  readStream(
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )

export const toRunUrl = (url: string, runId: string, threadId = 't'): string =>
  `${url}/threads/${encodeURIComponent(threadId)}/runs/${encodeURIComponent(runId)}`

export const reattach = async (
  url: string,
  runId: string,
  lastEventId?: string,
  threadId = 't',
): Promise<Stream> =>
  readStream(
    await fetch(`${toRunUrl(url, runId, threadId)}/events`, {
      headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
    }),
  )

export const cancel = (url: string, runId: string, threadId = 't'): Promise<Response> =>
  fetch(`${toRunUrl(url, runId, threadId)}/cancel`, { method: 'POST' })

/** Numbers 0, 1, 2 … each once, the last one terminal and the only one that is. */
export function expectWhole(frames: readonly SeenFrame[]): void {
  expect(frames.map(({ index }) => index)).toEqual(frames.map((_, index) => index))
  expect(frames.map(({ event }) => isTerminal(event)).indexOf(true)).toBe(frames.length - 1)
}
