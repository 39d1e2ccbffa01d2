import path from 'node:path'
import ts from 'typescript'
import type { SourceFiles } from './source-files.ts'

/** Every module a source names, by import, export … from or import(); types count like values. */
export function importedNames(text: string): readonly string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map((reference) => reference.fileName)
}

/** The files of the set that a file imports by relative path. */
export function relativeImports(file: string, sources: SourceFiles): readonly string[] {
  return importedNames(sources.get(file) ?? '')
    .filter((name) => name.startsWith('.'))
    .map((name) => path.posix.join(path.posix.dirname(file), name))
}

/** One cycle of imports as the files on it, the first repeated at the end; undefined when there is none. */
export function findCycle(sources: SourceFiles): readonly string[] | undefined {
  const done = new Set<string>()
  const visit = (file: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file]
    if (done.has(file) || !sources.has(file)) return undefined
    for (const next of relativeImports(file, sources)) {
      const cycle = visit(next, [...trail, file])
      if (cycle) return cycle
    }
    done.add(file)
    return undefined
  }
  for (const file of sources.keys()) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
  return undefined
}
