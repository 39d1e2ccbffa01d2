// Imports every JavaScript entry of a built package in a plain Node of its own: no bundler, no DOM, no
// condition of ours. Some mistakes (a named import from CommonJS, `window` at import) show only here.
import path from 'node:path'
import { readJson } from './lib/build-order.mjs'
import { isMain } from './lib/is-main.mjs'
import { runNode } from './lib/run-command.mjs'

/** The specifiers by which users import a package's JavaScript. */
export const scriptEntries = ({ name, exports }) =>
  Object.keys(exports)
    .filter((entry) => !/\.(css|json)$/.test(entry))
    .map((entry) => path.posix.join(name, entry))

const program = (specifier) => `
  const module = await import(${JSON.stringify(specifier)})
  if (Object.keys(module).length === 0) throw new Error('nothing is exported')
`

export async function importEntries(folder) {
  const failures = []
  const entries = scriptEntries(readJson(path.join(folder, 'package.json')))
  for (const specifier of entries) {
    const args = ['--input-type=module', '--eval', program(specifier)]
    // From inside the package its own name resolves by its `exports`, as it does for users.
    const { ok, output } = await runNode(args, { cwd: folder, timeoutMs: 30_000, env: { NODE_OPTIONS: '' } })
    if (!ok) failures.push(`import '${specifier}' failed\n${output}`)
  }
  return { entries, failures }
}

const folder = process.argv[2]
if (folder && isMain(import.meta.url)) {
  const { entries, failures } = await importEntries(path.resolve(folder))
  for (const failure of failures) console.error(failure)
  console.log(`${entries.length - failures.length} of ${entries.length} entries import in plain Node`)
  process.exitCode = failures.length > 0 || entries.length === 0 ? 1 : 0
}
