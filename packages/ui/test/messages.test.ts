import { describe, expect, it } from 'vitest'
import { createFormats } from '../src/format/formats.ts'
import { CATALOGUE } from '../src/messages/catalogue.ts'
import { LOCALES, toLocale } from '../src/messages/locale.ts'

/** Every text of a catalogue by its path; functions are called with plain arguments. */
function textsOf(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return textsOf((value as (...args: unknown[]) => unknown)(2, 3), path)
  if (typeof value !== 'object' || value === null) return [[path, String(value)]]
  return Object.entries(value).flatMap(([key, member]) => textsOf(member, `${path}.${key}`))
}

const MAY_BE_EMPTY =
  /\.(timeLeft|timeLeftAfter|openApprovals\.after|openQuestions\.after|expiredApprovals\.after)$/

describe.each(LOCALES)('the words in %s', (locale) => {
  it('are all there', () => {
    const empty = textsOf(CATALOGUE[locale]).filter(([path, text]) => text === '' && !MAY_BE_EMPTY.test(path))
    expect(empty).toEqual([])
    expect(textsOf(CATALOGUE[locale]).filter(([, text]) => /undefined|NaN|\[object/.test(text))).toEqual([])
  })
})

it('Chinese says everything in Chinese', () => {
  const foreign = textsOf(CATALOGUE['zh-CN']).filter(
    ([path, text]) => text !== '' && !/\p{Script=Han}|[。？]/u.test(text) && !MAY_BE_EMPTY.test(path),
  )
  expect(foreign).toEqual([])
})

it('English counts as English does', () => {
  const { openApprovals, invalidCount } = CATALOGUE.en
  expect(openApprovals(1).before).toContain('One approval is')
  expect(openApprovals(3).before).toContain('3 approvals are')
  expect(invalidCount(1)).not.toBe(invalidCount(2))
})

it.each([
  [['zh-Hant-TW'], 'zh-CN'],
  [['fr', 'zh'], 'zh-CN'],
  [['fr-FR'], 'en'],
  [[], 'en'],
] as const)('a reader of %j gets %s', (tags, locale) => {
  expect(toLocale(tags)).toBe(locale)
})

it('numbers, money and time are written as the reader writes them', () => {
  const en = createFormats('en', CATALOGUE.en)
  const zh = createFormats('zh-CN', CATALOGUE['zh-CN'])
  expect(en.money(1299, 'CNY')).toBe('¥1,299.00')
  expect(en.money('?', 'CNY')).toBe('?')
  expect(zh.duration(800)).toBe('0.8 秒')
  expect(en.duration(125_000)).toBe('2\u00a0min 5\u00a0s')
  expect(en.duration(3)).toBe('<0.1\u00a0s')
  expect(en.countdown(272_000)).toBe('04:32')
  expect(zh.countdown(3 * 86_400_000)).toBe('3 天')
})
