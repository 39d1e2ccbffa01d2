import { runCommand, runNode } from './run-command.mjs'

/** Variables by which an outer `npm run` would tell an inner npm to work in the outer folder. */
const OUTER_NPM =
  /^(npm_config_local_prefix|npm_config_workspaces?|npm_package_.*|npm_lifecycle_.*|INIT_CWD)$/i

const innerEnvironment = () =>
  Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => OUTER_NPM.test(name))
      .map((name) => [name, undefined]),
  )

export function runNpm(args, options = {}) {
  const env = { ...innerEnvironment(), ...options.env }
  const cli = process.env.npm_execpath
  if (cli && /npm-cli\.[cm]?js$/.test(cli)) return runNode([cli, ...args], { ...options, env })
  return runCommand(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { ...options, env })
}
