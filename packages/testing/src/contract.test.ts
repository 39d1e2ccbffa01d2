// The suites must catch what they are for: each is run here on implementations that are wrong on purpose.
import {
  createMemoryPersistence,
  createTapeTransport,
  type Persistence,
  type Tape,
  type Transport,
} from '@agui-kit/core'
import { describe, expect, it } from 'vitest'
import { testPersistence } from './persistence-contract.ts'
import type { TestApi } from './test-api.ts'
import { type ServedTransport, testTransport } from './transport-contract.ts'

/** Runs a suite by itself and returns the names of the tests that failed. */
async function failuresOf(register: (api: TestApi) => void): Promise<readonly string[]> {
  const tests: { readonly name: string; readonly body: () => Promise<void> }[] = []
  register({
    describe: (_, body) => body(),
    it: (name, body) => void tests.push({ name, body }),
    expect,
  })
  const failures: string[] = []
  for (const { name, body } of tests) await body().catch(() => failures.push(name))
  return failures
}

describe('testPersistence', () => {
  const failuresWith = (change: (store: Persistence) => Partial<Persistence>) =>
    failuresOf((api) => {
      const create = (): Persistence => {
        const store = createMemoryPersistence()
        return { ...store, ...change(store) }
      }
      testPersistence('changed', create, api)
    })

  it('passes a right one', async () => {
    expect(await failuresWith(() => ({}))).toEqual([])
  })

  it.each<[string, (store: Persistence) => Partial<Persistence>, string]>([
    [
      'null for nothing',
      (store) => ({ load: async (key) => (await store.load(key)) ?? (null as never) }),
      'knows nothing at first',
    ],
    [
      'no empty text',
      (store) => ({ load: async (key) => (await store.load(key)) || undefined }),
      'keeps an empty text apart from none',
    ],
    ['no removal', () => ({ remove: async () => undefined }), 'takes any key'],
    ['trimmed keys', (store) => ({ save: (key, text) => store.save(key.trim(), text) }), 'takes any key'],
    [
      'a first save that stays',
      (store) => ({
        save: async (key, text) => {
          if ((await store.load(key)) === undefined) await store.save(key, text)
        },
      }),
      'gives back what was saved last',
    ],
    [
      'cut texts',
      (store) => ({ save: (key, text) => store.save(key, text.slice(0, 1_000)) }),
      'takes large texts and any character',
    ],
  ])('catches %s', async (_, change, name) => {
    expect(await failuresWith(change)).toContain(name)
  })
})

describe('testTransport', () => {
  const failuresWith = (
    change: (transport: Transport) => Partial<Transport>,
    retape = (tape: Tape) => tape,
  ) =>
    failuresOf((api) => {
      const serve = (tapes: readonly Tape[]): ServedTransport => {
        const transport = createTapeTransport(tapes.map(retape))
        return { transport: { ...transport, ...change(transport) }, received: () => transport.inputs }
      }
      testTransport('changed', serve, api)
    })

  it('passes a right one', async () => {
    expect(await failuresWith(() => ({}))).toEqual([])
  })

  it('catches a lost last frame', async () => {
    const cut = (tape: Tape): Tape => ({ ...tape, reads: tape.reads.slice(0, -1) })
    expect(await failuresWith(() => ({}), cut)).toContain('gives all frames in order, one a read')
  })

  it('catches a break that is taken for an end', async () => {
    const calm = (tape: Tape): Tape => ({ ...tape, ended: 'end' })
    expect(await failuresWith(() => ({}), calm)).toContain(
      'keeps what came before the stream broke, then throws',
    )
  })

  it('catches an abort that is not heard', async () => {
    const deaf = (transport: Transport): Partial<Transport> => ({
      open: ({ input }) => transport.open({ input, signal: new AbortController().signal }),
    })
    const failures = await failuresWith(deaf)
    expect(failures).toContain('rejects with an AbortError when aborted before the head, whatever the reason')
    expect(failures).toContain('ends quietly when aborted after the head')
  })

  it('catches an input that is not delivered as given', async () => {
    const changing = (transport: Transport): Partial<Transport> => ({
      open: ({ input, signal }) => transport.open({ input: { ...input, runId: 'other' }, signal }),
    })
    expect(await failuresWith(changing)).toContain('delivers the input, and one exchange after the other')
  })
})
