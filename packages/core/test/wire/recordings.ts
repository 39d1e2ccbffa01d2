import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Seen } from './seen.ts'

const root = fileURLToPath(new URL('../fixtures/wire/', import.meta.url))

/** One recorded exchange with a real server: its folder, and what a person should see of it. */
export interface Recording {
  readonly name: string
  readonly folder: string
}

/** Every recording, by producer and scenario. */
export const recordings: readonly Recording[] = foldersIn(root).flatMap((producer) =>
  foldersIn(root + producer).map((scenario) => recording(`${producer}/${scenario}`)),
)

/** The recording of a producer and scenario, as `langgraph/text`. */
export function recording(name: string): Recording {
  return { name, folder: root + name }
}

/** What a person should see of a recording in the end. */
export function expectedOf({ folder }: Recording): Seen {
  return JSON.parse(readFileSync(`${folder}/expected.json`, 'utf8')) as Seen
}

function foldersIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
}
