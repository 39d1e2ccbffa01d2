// `npm test`: installs what is missing, then checks everything. `npm test -- --only unit,types` picks steps.
import { requireSupportedNode } from './lib/node-version.mjs'

requireSupportedNode()

const { runSteps, selectSteps } = await import('./lib/steps.mjs')
const { testSteps } = await import('./lib/test-steps.mjs')

await runSteps('test', selectSteps(testSteps(), process.argv.slice(2)))
