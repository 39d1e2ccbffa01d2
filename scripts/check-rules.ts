// PROTOCOL.md, the sources and the tests must tell the same story: each rule id stands in exactly one
// source file and in its test, both named by its row.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { report } from './lib/report.ts'
import { filesUnder, packageSources, type SourceFiles } from './lib/source-files.ts'

interface Rule {
  readonly id: string
  readonly files: readonly string[]
  readonly tests: readonly string[]
}

const ROW = /^\|\s*(P-\d+[a-z]?)\s*\|/
const ID = /\bP-\d+[a-z]?\b/g
const NOT_OURS = /^[-–—]?$/

/** The cells of a table row; a `\|` inside a cell is text. */
const cellsOf = (line: string): readonly string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())

const namesIn = (cell = ''): readonly string[] =>
  cell
    .split(/,|<br\s*\/?>/)
    .map((name) =>
      name
        .replace(/\[([^\]]*)\]\([^)]*\)/, '$1')
        .replaceAll('`', '')
        .trim(),
    )
    .filter((name) => !NOT_OURS.test(name))

/** Rows of the shape `| id | what | file | test |`; a rule that others must keep has `—` for both. */
export function parseRules(markdown: string): readonly Rule[] {
  return markdown
    .split('\n')
    .filter((line) => ROW.test(line))
    .map((line) => {
      const cells = cellsOf(line)
      return { id: cells[0] ?? '', files: namesIn(cells[2]), tests: namesIn(cells[3]) }
    })
}

/** A row may name a file from the root, from core's `src`, or by as much of its end as is unambiguous. */
function resolveName(name: string, files: SourceFiles): string | undefined {
  if (files.has(name)) return name
  const core = `packages/core/src/${name}`
  if (files.has(core)) return core
  const ends = [...files.keys()].filter((file) => file.endsWith(`/${name}`))
  return ends.length === 1 ? ends[0] : undefined
}

const idsIn = (text: string): ReadonlySet<string> => new Set(text.match(ID) ?? [])

function holders(files: SourceFiles): ReadonlyMap<string, readonly string[]> {
  const byId = new Map<string, string[]>()
  for (const [file, text] of files) {
    for (const id of idsIn(text)) byId.set(id, [...(byId.get(id) ?? []), file])
  }
  return byId
}

function ruleProblems(
  rule: Rule,
  sources: SourceFiles,
  tests: SourceFiles,
  sourceHolders: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const inSources = sourceHolders.get(rule.id) ?? []
  if (rule.files.length === 0) {
    return inSources.map((file) => `${rule.id}: ${file} names it, but its row in PROTOCOL.md names no file`)
  }
  if (rule.files.length > 1)
    return [`${rule.id}: its row names ${rule.files.length} files; a rule lives in one`]
  const [name = ''] = rule.files
  const file = resolveName(name, sources)
  return [
    ...(file === undefined ? [`${rule.id}: no single source file is called ${name}`] : []),
    ...(file !== undefined && !inSources.includes(file) ? [`${rule.id}: ${file} does not name it`] : []),
    ...inSources.filter((other) => other !== file).map((other) => `${rule.id}: also named in ${other}`),
    ...(rule.tests.length === 0 ? [`${rule.id}: its row names no test`] : []),
    ...rule.tests.flatMap((test) => {
      const testFile = resolveName(test, tests)
      if (testFile === undefined) return [`${rule.id}: no single test file is called ${test}`]
      return idsIn(tests.get(testFile) ?? '').has(rule.id) ? [] : [`${rule.id}: ${testFile} does not name it`]
    }),
  ]
}

export function rulesProblems(markdown: string, sources: SourceFiles, tests: SourceFiles): readonly string[] {
  const rules = parseRules(markdown)
  const sourceHolders = holders(sources)
  const ids = rules.map((rule) => rule.id)
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id}: has more than one row`),
    ...rules.flatMap((rule) => ruleProblems(rule, sources, tests, sourceHolders)),
    ...[...sourceHolders]
      .filter(([id]) => !ids.includes(id))
      .map(([id, files]) => `${id}: named in ${files.join(', ')}, but PROTOCOL.md has no such rule`),
  ]
}

function testFiles(root: string): SourceFiles {
  const files = ['packages', 'apps', 'e2e', 'docs']
    .flatMap((folder) => filesUnder(root, folder))
    .filter((file) => /\.(test|spec)(-d)?\.tsx?$/.test(file) && !file.includes('node_modules/'))
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}

if (process.argv[1] === import.meta.filename) {
  const root = path.resolve(import.meta.dirname, '..')
  const protocol = path.join(root, 'PROTOCOL.md')
  const markdown = existsSync(protocol) ? readFileSync(protocol, 'utf8') : ''
  report(rulesProblems(markdown, packageSources(root), testFiles(root)))
}
