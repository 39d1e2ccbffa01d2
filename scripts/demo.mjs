// `npm run demo`: installs what is missing, builds, starts the agent and the page, and says what to type.
import { requireSupportedNode } from './lib/node-version.mjs'

requireSupportedNode()

const { parseDemoOptions, usage } = await import('./lib/demo-options.mjs')
const { runDemo } = await import('./lib/run-demo.mjs')

const options = parseDemoOptions(process.argv.slice(2))
if ('problem' in options) {
  console.error(`${options.problem} See npm run demo -- --help.`)
  process.exitCode = 1
} else if (options.help) {
  console.log(usage)
} else {
  process.exitCode = await runDemo(options)
}
