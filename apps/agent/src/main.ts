import { fileURLToPath } from 'node:url'
import { readCliOptions, USAGE } from './cli-options.ts'
import { createAgent } from './create-agent.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

try {
  const cli = readCliOptions(
    process.argv.slice(2),
    process.env,
    fileURLToPath(new URL('../.data', import.meta.url)),
  )
  if (cli.kind === 'help') say(USAGE)
  else await serve(cli.options)
} catch (error) {
  // A busy port or a wrong flag is the person's to mend, and one line says how.
  complain(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

async function serve(options: Parameters<typeof createAgent>[0]): Promise<void> {
  const onFault = (error: unknown) =>
    complain(error instanceof Error ? (error.stack ?? error.message) : String(error))
  const agent = await createAgent({ ...options, onFault })
  let ending = false
  const end = () => {
    // A second Ctrl-C does not wait.
    if (ending) process.exit(130)
    ending = true
    void agent.close().then(() => process.exit(0))
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)

  // Whoever reads this line may send a signal at once, so it comes last.
  const where = options.redisUrl === undefined ? '' : ', threads in Redis'
  const plans = options.model === undefined ? 'built-in planner' : `model ${options.model.model}`
  say(`AG-UI agent on ${agent.url} (${plans}, tools on ${agent.mcpUrl}${where})`)
}
