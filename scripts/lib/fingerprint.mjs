import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const IGNORED = /^(node_modules|dist|\.data|\.tsbuild)$|\.test(-d)?\.tsx?$/

function* filesUnder(place) {
  if (!existsSync(place)) return
  if (statSync(place).isFile()) {
    yield place
    return
  }
  for (const name of readdirSync(place).sort()) {
    if (!IGNORED.test(name)) yield* filesUnder(path.join(place, name))
  }
}

/** One hash over names and contents; tests and build output below the places do not count. */
export function fingerprint(places) {
  const hash = createHash('sha256')
  for (const place of places) {
    for (const file of filesUnder(place))
      hash
        .update(`${path.relative(place, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
  }
  return hash.digest('hex')
}
