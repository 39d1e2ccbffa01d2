// A real session with a real agent on a socket: what a user of the package has, and nothing less.
import {
  createHttpTransport,
  createSession,
  type HttpTransportOptions,
  type Issue,
  type Message,
  type RunAgentInput,
  type RunFinishedOutcome,
  type Session,
  type SessionOptions,
  type Tape,
  type Thread,
  toMessages,
} from '@agui-kit/core'
import { runFinished, runStarted, type TapeOptions, tapeOfEvents, tapeOfText } from '@agui-kit/testing'
import { type ReceivedRequest, type ScriptedAgent, startScriptedAgent } from '@agui-kit/testing/node'
import { onTestFinished } from 'vitest'
import { countingIds } from '../scene.ts'

/** What the agent answers to one request. */
export type Turn = (input: RunAgentInput, request: ReceivedRequest) => Tape | Promise<Tape>

type Events = readonly object[] | ((input: RunAgentInput) => readonly object[])

const listOf = (events: Events, input: RunAgentInput): readonly object[] =>
  typeof events === 'function' ? events(input) : events

/** The ids a run has on the wire. */
export const idsOf = ({ threadId, runId }: RunAgentInput): Pick<RunAgentInput, 'threadId' | 'runId'> => ({
  threadId,
  runId,
})

/** A run from its start to its end, with these events in it. */
export const whole =
  (events: Events, outcome?: RunFinishedOutcome, options?: TapeOptions): Turn =>
  (input) =>
    tapeOfEvents(
      [runStarted(idsOf(input)), ...listOf(events, input), runFinished(outcome, idsOf(input))],
      options,
    )

/** A run that begins with these events and has no end of its own; by default the connection breaks. */
export const begun =
  (events: Events, options: TapeOptions = { ended: 'error' }): Turn =>
  (input) =>
    tapeOfEvents([runStarted(idsOf(input)), ...listOf(events, input)], options)

/** A run whose body then stays open, silent, until the client leaves. */
export const held = (events: Events): Turn => begun(events, { ended: 'aborted-by-client' })

/** A stream of exactly these events. */
export const exactly =
  (events: Events, options?: TapeOptions): Turn =>
  (input) =>
    tapeOfEvents(listOf(events, input), options)

/** An answer of exactly these bytes, a network read each. */
export const bytes =
  (reads: readonly Uint8Array[], ended: Tape['ended'] = 'end'): Turn =>
  () => ({
    ...tapeOfText([], { ended }),
    reads: reads.map((read) => ({ afterMs: 0, base64: Buffer.from(read).toString('base64') })),
  })

/** An answer of exactly these texts, a network read each. */
export const raw =
  (texts: readonly string[], options?: TapeOptions): Turn =>
  () =>
    tapeOfText(texts, options)

export interface Live {
  readonly session: Session
  readonly agent: ScriptedAgent
  readonly issues: readonly Issue[]
  readonly thread: () => Thread
  readonly messages: () => readonly Message[]
  readonly codes: () => readonly string[]
  /** The inputs the agent got, in order. */
  readonly inputs: () => readonly RunAgentInput[]
}

export type LiveOptions = Partial<Omit<SessionOptions, 'transport'>> & {
  readonly http?: Partial<HttpTransportOptions>
}

/** A session with an agent that takes one turn after another. Both are closed when the test is over. */
export async function meet(turns: readonly Turn[], options: LiveOptions = {}): Promise<Live> {
  return meetServer((request, index) => {
    const turn = turns[index]
    if (turn === undefined) throw new Error('The test has no turn for this request.')
    return turn(request.input, request)
  }, options)
}

/** The same with a server that looks at each request itself. */
export async function meetServer(
  script: (request: ReceivedRequest, index: number) => Tape | Promise<Tape>,
  options: LiveOptions = {},
): Promise<Live> {
  const agent = await startScriptedAgent(script)
  onTestFinished(agent.close)
  return joinAgent(agent, options)
}

/** One more session with an agent that is there. */
export function joinAgent(agent: ScriptedAgent, { http, ...options }: LiveOptions = {}): Live {
  const issues: Issue[] = []
  const session = createSession({
    threadId: 't',
    ids: countingIds(),
    onIssue: (issue) => issues.push(issue),
    ...options,
    transport: createHttpTransport({ url: agent.url, ...http }),
  })
  onTestFinished(session.close)
  const thread = (): Thread => session.getSnapshot().thread
  return {
    session,
    agent,
    issues,
    thread,
    messages: () => toMessages(thread().messages),
    codes: () => issues.map((issue) => issue.code),
    inputs: () => agent.requests.filter(({ method }) => method === 'POST').map(({ input }) => input),
  }
}

/** The text a person reads, a line a message. */
export const textsOf = (messages: readonly Message[]): readonly unknown[] =>
  messages.map((message) => message.content)

export const rolesOf = (messages: readonly Message[]): readonly string[] =>
  messages.map((message) => message.role)

/** The arguments of each call, in the order of the calls. */
export const argsOf = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.function.arguments) : [],
  )
