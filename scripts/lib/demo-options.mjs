import { parseArgs } from 'node:util'

export const DEFAULT_AGENT_PORT = 8787
export const DEFAULT_PAGE_PORT = 5173

export const usage = `npm run demo -- [options]

  --port <number>         port of the page (${DEFAULT_PAGE_PORT})
  --agent-port <number>   port of the agent (${DEFAULT_AGENT_PORT})
  --data <folder>         where the agent keeps its orders and threads (.demo)
  --help                  this text`

const toPort = (text) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535 ? Number(text) : undefined

const notAPort = (flag, text) => ({ problem: `${flag} ${text} is not a port number.` })

/** The options of the demo, or `{ problem }`: one sentence on what cannot be understood. */
export function parseDemoOptions(args) {
  let values
  try {
    const text = { type: 'string' }
    values = parseArgs({
      args,
      options: { port: text, 'agent-port': text, data: text, help: { type: 'boolean' } },
    }).values
  } catch (error) {
    return { problem: error.message.split('\n')[0] }
  }
  const { port: portText = String(DEFAULT_PAGE_PORT), 'agent-port': agentText = String(DEFAULT_AGENT_PORT) } =
    values
  const [port, agentPort] = [toPort(portText), toPort(agentText)]
  if (port === undefined) return notAPort('--port', portText)
  if (agentPort === undefined) return notAPort('--agent-port', agentText)
  if (port === agentPort) return { problem: 'The page and the agent need two different ports.' }
  return { port, agentPort, data: values.data, help: values.help === true }
}
