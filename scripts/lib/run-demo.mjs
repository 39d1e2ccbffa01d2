import path from 'node:path'
import { build } from '../build.mjs'
import { DEFAULT_AGENT_PORT } from './demo-options.mjs'
import { ensureInstalled } from './install.mjs'
import { HOST, isPortFree, waitUntilAnswering } from './ports.mjs'
import { atRoot } from './root.mjs'
import { startServer } from './serve.mjs'
import { toolFile } from './tool.mjs'

const START_TIMEOUT_MS = 60_000
const PARENT_CHECK_MS = 500
const firstParent = process.ppid
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** One line for the first port that is taken, with the flag for another; undefined when both are free. */
async function busyPort({ port, agentPort }) {
  if (!(await isPortFree(agentPort))) return busy(agentPort, '--agent-port')
  if (!(await isPortFree(port))) return busy(port, '--port')
  return undefined
}

const busy = (port, flag) => `Port ${port} is in use. Choose another: npm run demo -- ${flag} ${port + 1}`

const startAgent = ({ agentPort, data }) => {
  const program = ['--conditions=@agui-kit/source', '--import', 'tsx', atRoot('apps/agent/src/main.ts')]
  const folder = data ? path.resolve(data) : atRoot('.demo')
  return startServer([...program, '--port', String(agentPort), '--data', folder])
}

const startPage = ({ port }) =>
  startServer([toolFile('vite'), 'preview', '--host', HOST, '--port', String(port), '--strictPort'], {
    cwd: atRoot('apps/demo'),
  })

export function pageAddress({ port, agentPort }) {
  const page = `http://${HOST}:${port}/`
  if (agentPort === DEFAULT_AGENT_PORT) return page
  return `${page}?agent=${encodeURIComponent(`http://${HOST}:${agentPort}/ag-ui/agent`)}`
}

const invitation = (address) => `
  The demo is at  ${address}

  Type     帮我查一下订单 A1024，如果已发货就申请退款
  or       Look up order A1024 and refund it if it has shipped

  Ctrl-C ends it.
`

/** Resolves with the exit code to end with, once everything it started has ended. */
export async function runDemo(options) {
  const taken = await busyPort(options)
  if (taken) return complain(taken)
  if (!(await ensureInstalled())) return complain('The dependencies could not be installed.')
  const built = await build({ onBuild: (name) => console.log(`Building ${name} …`) })
  if (!built.ok) return complain(built.output.trimEnd())

  const servers = { agent: startAgent(options), page: startPage(options) }
  try {
    return await serve(servers, options)
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()))
  }
}

function complain(text) {
  console.error(text)
  return 1
}

function receivedSignal() {
  return new Promise((resolve) => {
    for (const [signal, code] of Object.entries(EXIT_CODES)) process.on(signal, () => resolve({ code }))
  })
}

/** A signal sent to npm ends the shell between npm and us, and nobody tells us. */
function lostParent() {
  return new Promise((resolve) => {
    const check = setInterval(() => {
      if (process.ppid === firstParent) return
      clearInterval(check)
      resolve({ code: EXIT_CODES.SIGTERM })
    }, PARENT_CHECK_MS)
    check.unref()
  })
}

async function serve(servers, options) {
  const startup = new AbortController()
  const signalled = Promise.race([receivedSignal(), lostParent()])
  const fell = Promise.race(
    Object.entries(servers).map(([name, { ended }]) => ended.then(() => ({ fallen: name }))),
  )
  const over = Promise.race([signalled, fell])
  void over.then(() => startup.abort())

  const wait = { timeoutMs: START_TIMEOUT_MS, signal: startup.signal }
  const answering = Promise.all([
    waitUntilAnswering(`http://${HOST}:${options.agentPort}/`, wait),
    waitUntilAnswering(`http://${HOST}:${options.port}/`, wait),
  ])
  const up = (await answering).every(Boolean)
  if (up) console.log(invitation(pageAddress(options)))
  else if (!startup.signal.aborted) return complain('The servers did not answer in time.')

  const end = await over
  if ('code' in end) return end.code
  return complain(`The ${end.fallen} ended by itself.\n${servers[end.fallen].output().trimEnd()}`)
}
