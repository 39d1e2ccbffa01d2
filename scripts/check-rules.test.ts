import { expect, it } from 'vitest'
import { parseRules, rulesProblems } from './check-rules.ts'

const id = (number: number): string => `P-${number}`
const row = (number: number, file: string, test: string): string =>
  `| ${id(number)} | what | ${file} | ${test} |`
const files = (entries: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(entries))

const EXPAND = 'packages/core/src/pipeline/expand.ts'
const EXPAND_TEST = 'packages/core/src/pipeline/expand.test.ts'

const check = (
  rows: readonly string[],
  sources: Readonly<Record<string, string>>,
  tests: Readonly<Record<string, string>>,
): readonly string[] => rulesProblems(rows.join('\n'), files(sources), files(tests))

it('a rule that stands in its file and its test is well, however its row names them', () => {
  for (const [file, test] of [
    [EXPAND, EXPAND_TEST],
    ['`pipeline/expand.ts`', '`pipeline/expand.test.ts`'],
    ['[expand.ts](packages/core/src/pipeline/expand.ts)', 'expand.test.ts'],
  ] as const) {
    expect(check([row(7, file, test)], { [EXPAND]: `// ${id(7)}: …` }, { [EXPAND_TEST]: id(7) })).toEqual([])
  }
})

it('a rule stands in one source file only', () => {
  const sources = { [EXPAND]: id(7), 'packages/core/src/store.ts': id(7) }
  expect(check([row(7, EXPAND, EXPAND_TEST)], sources, { [EXPAND_TEST]: id(7) })).toEqual([
    `${id(7)}: also named in packages/core/src/store.ts`,
  ])
})

it('a rule that is not where its row says is missed, in the source and in the test', () => {
  expect(check([row(7, EXPAND, EXPAND_TEST)], { [EXPAND]: id(70) }, { [EXPAND_TEST]: id(70) })).toEqual([
    `${id(7)}: ${EXPAND} does not name it`,
    `${id(7)}: ${EXPAND_TEST} does not name it`,
    `${id(70)}: named in ${EXPAND}, but PROTOCOL.md has no such rule`,
  ])
})

it('files that do not exist are told', () => {
  expect(check([row(7, 'gone.ts', 'gone.test.ts')], {}, {})).toHaveLength(2)
})

it('a rule for others has no file, no test, and no mention', () => {
  expect(check([row(7, '—', '—')], {}, {})).toEqual([])
  expect(check([row(7, '—', '—')], { [EXPAND]: id(7) }, {})).toHaveLength(1)
})

it('an id has one row', () => {
  const rows = [row(7, EXPAND, EXPAND_TEST), row(7, EXPAND, EXPAND_TEST)]
  expect(check(rows, { [EXPAND]: id(7) }, { [EXPAND_TEST]: id(7) })).toContain(
    `${id(7)}: has more than one row`,
  )
})

it('only rows of rules are read', () => {
  const table = [
    '| id | what | file | test |',
    '| --- | --- | --- | --- |',
    row(7, 'a.ts', 'a.test.ts, b.test.ts'),
  ]
  expect(parseRules(table.join('\n'))).toEqual([
    { id: id(7), files: ['a.ts'], tests: ['a.test.ts', 'b.test.ts'] },
  ])
})
