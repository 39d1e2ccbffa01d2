// What a README shows is a file that is compiled and tested: each ts/tsx fence repeats, byte for byte, the
// file (or the region of it) its comment names. `--write` copies the files into the READMEs.
//
//   <!-- snippet: docs/snippets/chat.tsx -->            the whole file
//   <!-- snippet: docs/snippets/chat.tsx#provider -->   from `// #region provider` to `// #endregion provider`
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { report } from './lib/report.ts'

const SNIPPETS = 'docs/snippets/'
const FENCE = /^(?<marks>```+|~~~+)[ \t]*(?<language>[\w-]*)[^\n]*\n(?<body>[\s\S]*?)^\k<marks>[ \t]*$/gm
const COMMENT = /<!--\s*snippet:\s*(?<file>[^\s#]+)(?:#(?<region>[\w-]+))?\s*-->\s*$/
const CODE = new Set(['ts', 'tsx', 'typescript', 'js', 'jsx', 'javascript'])
const SHELL = new Set(['sh', 'bash', 'shell', 'console', 'zsh'])
const NPM_RUN = /\bnpm (?:run(?:-script)?|-s run|--silent run)(?: -\S+)* ([\w:-]+)/g
const NPM_ALIAS = /\bnpm (test|start)\b/g

type ReadFile = (file: string) => string | undefined

interface Checked {
  readonly problems: readonly string[]
  /** The document with every snippet as its file has it. */
  readonly text: string
}

function withoutIndent(lines: readonly string[]): readonly string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^ */.exec(line)?.[0].length ?? 0)
  const shared = Math.min(...indents)
  return lines.map((line) => line.slice(Number.isFinite(shared) ? shared : 0))
}

const MARK = /^\s*(?:\/\/|\{\/\*) #(?<edge>region|endregion) (?<name>[\w-]+)/

/** The named region without the lines that mark it, or the whole file; always with its final line end. */
export function extractSnippet(text: string, region: string | undefined): string | undefined {
  const lines = text.replace(/\n$/, '').split('\n')
  const isMark = (line: string): boolean => MARK.test(line)
  if (region === undefined) return `${lines.filter((line) => !isMark(line)).join('\n')}\n`
  const find = (edge: string): number =>
    lines.findIndex((line) => {
      const mark = MARK.exec(line)?.groups
      return mark?.['edge'] === edge && mark['name'] === region
    })
  const [start, end] = [find('region'), find('endregion')]
  if (start === -1 || end <= start) return undefined
  const body = withoutIndent(lines.slice(start + 1, end).filter((line) => !isMark(line)))
  return `${body.join('\n')}\n`
}

function snippetFor(
  before: string,
  read: ReadFile,
): { readonly body: string } | { readonly problem: string } {
  const groups = COMMENT.exec(before)?.groups
  if (!groups) return { problem: `code without a <!-- snippet: ${SNIPPETS}… --> comment right before it` }
  const { file = '', region } = groups
  if (!file.startsWith(SNIPPETS)) return { problem: `snippet ${file} is not below ${SNIPPETS}` }
  const source = read(file)
  if (source === undefined) return { problem: `snippet ${file} does not exist` }
  const body = extractSnippet(source, region)
  return body === undefined ? { problem: `snippet ${file} has no region ${region}` } : { body }
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** @param scripts names of the package scripts a reader of this document can run */
export function checkDocument(
  file: string,
  text: string,
  read: ReadFile,
  scripts: ReadonlySet<string>,
): Checked {
  const problems: string[] = []
  const fences = [...text.matchAll(FENCE)]
  const pieces = fences.map((fence, index) => {
    const { marks = '', language = '', body = '' } = fence.groups ?? {}
    const previousEnd =
      index === 0 ? 0 : (fences[index - 1]?.index ?? 0) + (fences[index - 1]?.[0].length ?? 0)
    const between = text.slice(previousEnd, fence.index)
    const where = `${file}:${lineAt(text, fence.index)}`
    if (SHELL.has(language))
      problems.push(...unknownScripts(body, scripts).map((name) => `${where}: there is no script ${name}`))
    if (!CODE.has(language)) return between + fence[0]
    const snippet = snippetFor(between, read)
    if ('problem' in snippet) {
      problems.push(`${where}: ${snippet.problem}`)
      return between + fence[0]
    }
    if (snippet.body !== body) problems.push(`${where}: differs from its file; run npm run snippets`)
    const firstLine = fence[0].slice(0, fence[0].indexOf('\n') + 1)
    return `${between}${firstLine}${snippet.body}${marks}`
  })
  const last = fences.at(-1)
  return { problems, text: pieces.join('') + text.slice(last ? last.index + last[0].length : 0) }
}

function unknownScripts(shell: string, scripts: ReadonlySet<string>): readonly string[] {
  const named = [...shell.matchAll(NPM_RUN), ...shell.matchAll(NPM_ALIAS)].map((match) => match[1] ?? '')
  return named.filter((name) => !scripts.has(name))
}

function readmes(root: string): readonly string[] {
  const inFolders = ['packages', 'apps'].flatMap((group) =>
    existsSync(path.join(root, group))
      ? readdirSync(path.join(root, group)).map((name) => `${group}/${name}/README.md`)
      : [],
  )
  return ['README.md', ...inFolders].filter((file) => existsSync(path.join(root, file)))
}

function scriptNames(root: string, readme: string): ReadonlySet<string> {
  const manifests = ['package.json', path.join(path.dirname(readme), 'package.json')]
  return new Set(
    manifests.flatMap((file) => {
      const manifest = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as {
        scripts?: Record<string, string>
      }
      return Object.keys(manifest.scripts ?? {})
    }),
  )
}

if (process.argv[1] === import.meta.filename) {
  const root = path.resolve(import.meta.dirname, '..')
  const read: ReadFile = (file) => {
    const place = path.join(root, file)
    return existsSync(place) ? readFileSync(place, 'utf8') : undefined
  }
  const write = process.argv.includes('--write')
  const problems = readmes(root).flatMap((file) => {
    const check = (): Checked => checkDocument(file, read(file) ?? '', read, scriptNames(root, file))
    if (write) writeFileSync(path.join(root, file), check().text)
    return check().problems
  })
  report(problems)
}
