import {
  type Exchange,
  type Frame,
  isKitError,
  type RunAgentInput,
  type Tape,
  type Transport,
} from '@agui-kit/core'
import { runFinished, runStarted, textMessage } from './event.ts'
import { runInput, type TapeOptions, tapeOfEvents, tapeOfText } from './tape.ts'
import type { TestApi } from './test-api.ts'

/** A transport whose other side plays a tape for each exchange. */
export interface ServedTransport {
  readonly transport: Transport
  /** The inputs the other side has received. */
  readonly received: () => readonly RunAgentInput[]
  readonly close?: () => Promise<void>
}

/** What a transport has that not all have. */
export interface TransportContractOptions {
  /**
   * Whether answers have an HTTP head: a status, a content type, numbered frames. Where they have not, `serve`
   * refuses a run whose tape has a status outside 2xx in its own way. Default `true`.
   */
  readonly hasHttpHead?: boolean
}

/**
 * What every transport must do. `serve` makes one whose other side plays these tapes, one an exchange; a tape
 * that ends `aborted-by-client` may end or stay open after its last read.
 *
 * @example
 * testTransport('my transport', serveTapesOverMyTransport, { describe, it, expect })
 */
export function testTransport(
  name: string,
  serve: (tapes: readonly Tape[]) => ServedTransport | Promise<ServedTransport>,
  { describe, it, expect }: TestApi,
  { hasHttpHead = true }: TransportContractOptions = {},
): void {
  const events = [runStarted(), ...textMessage('m', '帮我查一下', '订单 😀\u2028'), runFinished()]
  const texts = events.map((event) => JSON.stringify(event))

  const withTapes = async (
    tapes: readonly Tape[],
    body: (served: ServedTransport) => Promise<void>,
  ): Promise<void> => {
    const served = await serve(tapes)
    try {
      await body(served)
    } finally {
      await served.close?.()
    }
  }

  const itPlays = (title: string, options: TapeOptions): void => {
    it(title, () =>
      withTapes([tapeOfEvents(events, options)], async ({ transport }) => {
        const frames = await collect(await openOn(transport))
        expect(frames.map((frame) => frame.data)).toEqual(texts)
      }),
    )
  }

  describe(`${name} keeps the transport contract`, () => {
    itPlays('gives all frames in order, one a read', { chunking: 'one-per-read' })
    itPlays('gives all frames in order, all in one read', { chunking: 'single' })
    itPlays('gives all frames in order, one byte a read', { chunking: 'bytewise', intervalMs: 0 })

    it('delivers the input, and one exchange after the other', () =>
      withTapes([tapeOfEvents(events), tapeOfEvents(events)], async ({ transport, received }) => {
        const inputs = [runInput({ runId: '1' }), runInput({ runId: '2', state: { a: [null] } })]
        for (const input of inputs) await collect(await openOn(transport, input))
        expect(received()).toEqual(inputs)
      }))

    it('never gives an empty batch', () =>
      withTapes([tapeOfText([': hello\n\n', 'data: {}\n', '\n', ': bye\n\n'])], async ({ transport }) => {
        const sizes: number[] = []
        for await (const batch of (await openOn(transport)).batches) sizes.push(batch.length)
        expect(sizes).toEqual([1])
      }))

    it('rejects a refused run', () =>
      withTapes([tapeOfText(['no'], { status: 401 })], async ({ transport }) => {
        const error = await errorOf(openOn(transport))
        expect(isKitError(error) && error.code.startsWith('transport-')).toBe(true)
      }))

    it('keeps what came before the stream broke, then throws', () =>
      withTapes([tapeOfEvents(events, { ended: 'error' })], async ({ transport }) => {
        const frames: Frame[] = []
        const error = await errorOf(collect(await openOn(transport), frames))
        expect(error).toMatchObject({ code: 'transport-interrupted' })
        // Perhaps not all of it: browsers drop bytes that had arrived but were not read when the break came.
        expect(frames.map((frame) => frame.data)).toEqual(texts.slice(0, frames.length))
      }))

    it('rejects with an AbortError when aborted before the head, whatever the reason', () =>
      withTapes([tapeOfEvents(events)], async ({ transport }) => {
        const error = await errorOf(openOn(transport, runInput(), AbortSignal.abort('component unmounted')))
        expect(error).toMatchObject({ name: 'AbortError' })
      }))

    it('ends quietly when aborted after the head', () =>
      withTapes([tapeOfEvents(events, { ended: 'aborted-by-client' })], async ({ transport }) => {
        const abort = new AbortController()
        const batches: (readonly Frame[])[] = []
        for await (const batch of (await openOn(transport, runInput(), abort.signal)).batches) {
          batches.push(batch)
          abort.abort()
        }
        expect(batches.length).toBe(1)
        expect(batches[0]?.[0]?.data).toBe(texts[0])
      }))

    it('can be left early', () =>
      withTapes([tapeOfEvents(events, { ended: 'aborted-by-client' })], async ({ transport }) => {
        const { batches } = await openOn(transport)
        for await (const batch of batches) {
          expect(batch[0]?.data).toBe(texts[0])
          break
        }
        for await (const batch of batches) expect(batch).toBe('nothing more')
      }))
  })

  if (!hasHttpHead) return
  describe(`${name} tells what an HTTP head says`, () => {
    it('tells what the head says', () =>
      withTapes([tapeOfEvents(events, { numberedFor: 'r' }), tapeOfEvents(events)], async ({ transport }) => {
        const numbered = await openOn(transport)
        expect(numbered.head).toMatchObject({ status: 200, resumable: true })
        const [first, second] = await collect(numbered)
        expect(first?.position).toEqual({ token: 'r:0', index: 0 })
        expect(second?.position).toEqual({ token: 'r:1', index: 1 })
        const plain = await openOn(transport)
        expect(plain.head.resumable).toBe(false)
        expect((await collect(plain))[0]?.position).toBe(undefined)
      }))

    it('rejects a refused run with its status and the beginning of the body', () =>
      withTapes(
        [tapeOfText(['{"error":"no"}'], { status: 401, headers: { 'content-type': 'application/json' } })],
        async ({ transport }) => {
          const error = await errorOf(openOn(transport))
          expect(error).toMatchObject({ code: 'transport-http-status' })
          expect(error).toMatchObject({ details: { status: 401, bodyExcerpt: '{"error":"no"}' } })
        },
      ))

    it('rejects a success that is no event stream', () =>
      withTapes(
        [tapeOfText(['<html>'], { headers: { 'content-type': 'text/html' } })],
        async ({ transport }) => {
          expect(await errorOf(openOn(transport))).toMatchObject({ code: 'transport-not-a-stream' })
        },
      ))
  })
}

function openOn(
  transport: Transport,
  input: RunAgentInput = runInput(),
  signal: AbortSignal = new AbortController().signal,
): Promise<Exchange> {
  return transport.open({ input, signal })
}

/** All frames of an exchange; into `frames`, so that those before an error are not lost. */
export async function collect(exchange: Exchange, frames: Frame[] = []): Promise<readonly Frame[]> {
  for await (const batch of exchange.batches) frames.push(...batch)
  return frames
}

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It was expected to reject, and it did not.')
}
