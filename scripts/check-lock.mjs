// The lock must install from any registry, and the manifests must say exactly what it holds.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isMain } from './lib/is-main.mjs'
import { root } from './lib/root.mjs'

const EXACT = /^(npm:(@[^/]+\/)?[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/
const NPMRC_KEY = 'omit-lockfile-registry-resolved=true'
// Peer ranges are wide on purpose: they name what a user may bring.
const PINNED = ['dependencies', 'devDependencies', 'optionalDependencies']

export function lockProblems(lock) {
  return Object.entries(lock.packages)
    .filter(([, entry]) => /^(git\+)?(https?|ssh):/.test(entry.resolved ?? ''))
    .map(([place, entry]) => `package-lock.json: ${place} is resolved to ${entry.resolved}`)
}

export function manifestProblems(file, manifest) {
  return PINNED.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {})
      .filter(([, version]) => !EXACT.test(version))
      .map(([name, version]) => `${file}: ${kind} ${name} is ${version}, not one exact version`),
  )
}

export function npmrcProblems(text) {
  return text.split(/\r?\n/).includes(NPMRC_KEY) ? [] : [`.npmrc: ${NPMRC_KEY} is missing`]
}

function manifestFiles(folder) {
  const workspaces = ['packages', 'apps'].flatMap((group) =>
    existsSync(path.join(folder, group))
      ? readdirSync(path.join(folder, group)).map((name) => path.join(group, name))
      : [],
  )
  return ['.', ...workspaces]
    .map((place) => path.join(place, 'package.json'))
    .filter((file) => existsSync(path.join(folder, file)))
}

export function checkLock(folder) {
  const read = (file) => readFileSync(path.join(folder, file), 'utf8')
  return [
    ...npmrcProblems(existsSync(path.join(folder, '.npmrc')) ? read('.npmrc') : ''),
    ...lockProblems(JSON.parse(read('package-lock.json'))),
    ...manifestFiles(folder).flatMap((file) => manifestProblems(file, JSON.parse(read(file)))),
  ]
}

if (isMain(import.meta.url)) {
  const problems = checkLock(root)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
