import type { Persistence } from '@agui-kit/core'
import type { TestApi } from './test-api.ts'

/** Keys that have broken stores before. */
const HOSTILE_KEYS: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  'a:b',
  'a%3Ab',
  'a%b',
  '订单-😀',
  '\u0000\u2028',
  'k'.repeat(1_000),
]

/**
 * What every persistence adapter must do. `create` gives an empty store; it is called once a test.
 *
 * @example
 * testPersistence('my store', () => createMyPersistence(), { describe, it, expect })
 */
export function testPersistence(
  name: string,
  create: () => Persistence | Promise<Persistence>,
  { describe, it, expect }: TestApi,
): void {
  describe(`${name} keeps the persistence contract`, () => {
    it('knows nothing at first', async () => {
      const store = await create()
      expect(await store.load('thread')).toBe(undefined)
      expect(await store.keys()).toEqual([])
    })

    it('gives back what was saved last', async () => {
      const store = await create()
      await store.save('thread', 'one')
      await store.save('thread', 'two')
      expect(await store.load('thread')).toBe('two')
      expect(await store.keys()).toEqual(['thread'])
    })

    it('keeps an empty text apart from none', async () => {
      const store = await create()
      await store.save('thread', '')
      expect(await store.load('thread')).toBe('')
      expect(await store.keys()).toEqual(['thread'])
    })

    it('forgets what is removed, and does not mind removing what is not there', async () => {
      const store = await create()
      await store.save('kept', '1')
      await store.save('gone', '2')
      await store.remove('gone')
      await store.remove('never')
      expect(await store.load('gone')).toBe(undefined)
      expect(await store.keys()).toEqual(['kept'])
    })

    it('takes any key', async () => {
      const store = await create()
      for (const key of HOSTILE_KEYS) expect(await store.load(key)).toBe(undefined)
      for (const [index, key] of HOSTILE_KEYS.entries()) await store.save(key, `text ${index}`)
      for (const [index, key] of HOSTILE_KEYS.entries()) expect(await store.load(key)).toBe(`text ${index}`)
      expect(new Set(await store.keys())).toEqual(new Set(HOSTILE_KEYS))
      expect((await store.keys()).length).toBe(HOSTILE_KEYS.length)
      for (const key of HOSTILE_KEYS) await store.remove(key)
      expect(await store.keys()).toEqual([])
    })

    it('takes large texts and any character', async () => {
      const store = await create()
      const text = `${'订单\u0000\u2028😀"\\\n'.repeat(50_000)}end`
      await store.save('thread', text)
      expect((await store.load('thread')) === text).toBe(true)
    })

    it('keeps the order of saves that were not waited for', async () => {
      const store = await create()
      await Promise.all(['1', '2', '3', '4'].map((text) => store.save('thread', text)))
      expect(await store.load('thread')).toBe('4')
    })
  })
}
