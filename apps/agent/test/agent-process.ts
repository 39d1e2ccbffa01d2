import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onCleanup } from './harness.ts'

export interface AgentProcess {
  readonly child: ChildProcess
  readonly url: string
  /** SIGKILL: no last word, no tidying up. */
  readonly kill: () => Promise<void>
}

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const LISTENING = /AG-UI agent on (http:\S+)/

/** What a developer set for an agent of their own must not change what the tests see. */
const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(OPENAI_|AGENT_|REDIS_URL)/.test(name)),
  )

/** Starts the command as people do, on a free port. */
export async function spawnAgent(args: readonly string[]): Promise<AgentProcess> {
  const node = ['--conditions=@agui-kit/source', '--import', 'tsx', main, '--port', '0', ...args]
  const child = spawn(process.execPath, node, { env: ownEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  onCleanup(kill)
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      output += text
      const said = LISTENING.exec(output)?.[1]
      if (said !== undefined) resolve(said)
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    child.once('exit', () => reject(new Error(`The agent ended.\n${output}`)))
  })
  return { child, url, kill }
}
