import { readFileSync } from 'node:fs'
import { atRoot } from './root.mjs'
import { runNode } from './run-command.mjs'

/** The file behind a package's command. Called by path, since two compilers here both want `tsc`. */
export function toolFile(packageName, command = packageName) {
  const { bin } = JSON.parse(readFileSync(atRoot('node_modules', packageName, 'package.json'), 'utf8'))
  return atRoot('node_modules', packageName, typeof bin === 'string' ? bin : bin[command])
}

/** Runs a package's own command under the current Node; `name` may be `package#command`. */
export function runTool(name, args, options) {
  const [packageName, command] = name.split('#')
  return runNode([toolFile(packageName, command), ...args], options)
}

/** Runs a TypeScript file of ours. */
export const runScript = (file, args = [], options) =>
  runNode(['--conditions=@agui-kit/source', '--import', 'tsx', atRoot(file), ...args], options)
