import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { atRoot } from './root.mjs'

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** The packages we publish: `{ folder, name, manifest }`, each after those it depends on. */
export function publishedPackages() {
  const all = readdirSync(atRoot('packages'))
    .filter((folder) => existsSync(atRoot('packages', folder, 'package.json')))
    .map((folder) => ({ folder, manifest: readJson(atRoot('packages', folder, 'package.json')) }))
    .map((entry) => ({ ...entry, name: entry.manifest.name }))
  return inDependencyOrder(all)
}

export function inDependencyOrder(packages) {
  const byName = new Map(packages.map((entry) => [entry.name, entry]))
  const ordered = new Set()
  const visit = (entry, trail) => {
    if (trail.includes(entry.name))
      throw new Error(`Packages depend on each other: ${[...trail, entry.name].join(' → ')}`)
    for (const name of siblingNames(entry, byName)) visit(byName.get(name), [...trail, entry.name])
    ordered.add(entry)
  }
  for (const entry of packages) visit(entry, [])
  return [...ordered]
}

const siblingNames = ({ manifest }, byName) =>
  Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter((name) => byName.has(name))
