import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const SOURCE = /\.tsx?$/
const TEST = /(\.test(-d)?\.tsx?|\.d\.ts)$/

/** Path from the folder they were collected in, with `/`, to text. */
export type SourceFiles = ReadonlyMap<string, string>

/** The sources of every package, tests and declarations left out: what the rules of structure are about. */
export function packageSources(root: string): SourceFiles {
  const packages = path.join(root, 'packages')
  const folders = existsSync(packages) ? readdirSync(packages).map((name) => `packages/${name}/src`) : []
  const files = folders.flatMap((folder) => filesUnder(root, folder))
  return new Map(
    files
      .filter((file) => SOURCE.test(file) && !TEST.test(file))
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  )
}

export function filesUnder(root: string, folder: string): readonly string[] {
  const place = path.join(root, folder)
  if (!existsSync(place)) return []
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
}
