// Who may import whom. Inside core a folder imports only from what stands above it in this list, which is
// the order in which ARCHITECTURE.md tells the story.
import path from 'node:path'
import { findCycle, importedNames, relativeImports } from './lib/imports.ts'
import { report } from './lib/report.ts'
import { packageSources, type SourceFiles } from './lib/source-files.ts'

/** Entries of one line may import each other as long as no cycle comes of it; `*` stands for any ending. */
const CORE_LAYERS: readonly (readonly string[])[] = [
  ['protocol'],
  ['issue.ts', 'error.ts', 'ports.ts', 'guard.ts'],
  ['json-*', 'partial-json*'],
  ['thread'],
  ['events'],
  ['transport'],
  ['pipeline'],
  ['legacy'],
  ['store.ts'],
  ['persistence'],
  ['session'],
  ['index.ts'],
]

const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  core: [],
  testing: ['core'],
  react: ['core'],
  ui: ['core', 'react'],
}

const CORE = 'packages/core/src/'

const covers = (entry: string, place: string): boolean =>
  entry.endsWith('*') ? place.startsWith(entry.slice(0, -1)) : place === entry

/** The first segment below `src` is what has a place in the order. */
const layerOf = (file: string): number => {
  const [place = ''] = file.slice(CORE.length).split('/')
  return CORE_LAYERS.findIndex((layer) => layer.some((entry) => covers(entry, place)))
}

function layerProblems(file: string, sources: SourceFiles): readonly string[] {
  if (!file.startsWith(CORE)) return []
  if (layerOf(file) === -1)
    return [`${file}: has no place in the order of core's folders (scripts/check-layers.ts)`]
  return relativeImports(file, sources)
    .filter((target) => layerOf(target) > layerOf(file))
    .map((target) => `${file}: imports ${target}, which stands below it`)
}

function packageProblems(file: string, sources: SourceFiles): readonly string[] {
  const name = file.split('/')[1] ?? ''
  const allowed = PACKAGES[name]
  if (!allowed)
    return [`${file}: package ${name} has no place in the order of packages (scripts/check-layers.ts)`]
  const siblings = importedNames(sources.get(file) ?? '')
    .map((specifier) => /^@agui-kit\/([^/]+)/.exec(specifier)?.[1])
    .filter((sibling) => sibling !== undefined)
  return [
    ...siblings
      .filter((sibling) => sibling !== name && !allowed.includes(sibling))
      .map((sibling) => `${file}: ${name} may not import @agui-kit/${sibling}`),
    ...siblings
      .filter((sibling) => sibling === name)
      .map(() => `${file}: imports its own package by name; use a relative path`),
    ...relativeImports(file, sources)
      .filter((target) => !target.startsWith(`packages/${name}/src/`))
      .map((target) => `${file}: reaches out of its package to ${target}; import the package by name`),
    ...relativeImports(file, sources)
      .filter((target) => path.posix.extname(target) === '')
      .map((target) => `${file}: imports ${target} without its suffix`),
  ]
}

export function layersProblems(sources: SourceFiles): readonly string[] {
  const cycle = findCycle(sources)
  return [
    ...[...sources.keys()].flatMap((file) => [
      ...layerProblems(file, sources),
      ...packageProblems(file, sources),
    ]),
    ...(cycle ? [`import cycle: ${cycle.join(' → ')}`] : []),
  ]
}

if (process.argv[1] === import.meta.filename)
  report(layersProblems(packageSources(path.resolve(import.meta.dirname, '..'))))
