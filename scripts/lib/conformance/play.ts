import {
  createHttpTransport,
  createSession,
  type Exchange,
  isKitError,
  type ResumeEntry,
  type RunAgentInput,
  type RunState,
  type Session,
  type Transport,
  toMessages,
} from '@agui-kit/core'
import { protobufCodec } from '@agui-kit/core/protobuf'
import type { CaseOutcome, ConformanceCase } from './case.ts'
import { type Delivered, type Delivery, deliverEvents, deliverRaw, toResponse } from './deliver.ts'

/** Cases with deadlines have them in 2001 or 2099. */
const NOW_MS = Date.UTC(2026, 0, 1)

/** Plays a case through a real session over HTTP with a network of its own, and says what it came to. */
export async function playCase(
  test: ConformanceCase,
  delivery: Delivery,
  strictness: 'strict' | 'tolerant',
): Promise<CaseOutcome> {
  const exchanges = test.exchanges ?? [{ events: test.events }]
  const answers: Delivered[] = exchanges.map(({ events }) =>
    test.transport === undefined ? deliverEvents(events, delivery) : deliverRaw(test.transport),
  )
  const runIds = exchanges.map(({ input }, index) => input?.runId ?? (index === 0 ? 'r' : `r${index + 1}`))
  const network = createNetwork(answers)
  const session = createSession({
    threadId: 't',
    strictness,
    transport: network.transport,
    ids: () => runIds.shift() ?? 'further',
    clock: { now: () => NOW_MS, after: () => () => {}, onFrame: () => () => {} },
    ...(test.initialMessages && { initialMessages: test.initialMessages }),
    ...('initialState' in test && { initialState: test.initialState }),
  })
  let refused = false
  for (const { input } of exchanges) {
    refused = !(await goOn(session, input?.resume))
    if (refused) break
  }
  const { thread } = session.getSnapshot()
  const { run } = thread
  const outcome: CaseOutcome = {
    error: refused || network.broke() || isFatal(run) ? 'fatal' : null,
    outcome: outcomeOf(run),
    messages: toMessages(thread.messages),
    state: thread.state,
    interrupts: thread.interrupts.map((open) => open.interrupt.id),
    pendingToolCallIds:
      run.kind === 'finished' && run.outcome.type !== 'cancelled' ? run.outcome.pendingToolCallIds : [],
    warnings: thread.issues.filter((issue) => issue.severity !== 'fatal').length,
    sent: network.sent.length,
    request: network.sent.at(-1),
  }
  await session.close()
  return outcome
}

/** Starts the next run, with answers where the case has some. `false` when the session refuses. */
async function goOn(session: Session, resume: readonly ResumeEntry[] | undefined): Promise<boolean> {
  // `answer` takes one answer an interrupt, so a list with two cannot even be said.
  if (resume !== undefined && hasTwice(resume)) return false
  try {
    await (resume === undefined ? session.run() : answer(session, resume))
    return true
  } catch (error) {
    if (isKitError(error)) return false
    throw error
  }
}

/**
 * Gives a list of entries to a session, which takes one answer at a time and makes the list itself. Those that
 * name nothing open come first, as nothing of such a list may leave. After answers that leave an interrupt
 * open, going on without the rest is what the case is about.
 */
function answer(session: Session, resume: readonly ResumeEntry[]): Promise<unknown> {
  const open = session.getSnapshot().thread.interrupts.map((item) => item.interrupt.id)
  const isOpen = (entry: ResumeEntry): number => (open.includes(entry.interruptId) ? 1 : 0)
  const runs = [...resume]
    .sort((a, b) => isOpen(a) - isOpen(b))
    .map(({ interruptId, status, payload }) =>
      session.answer(interruptId, status === 'resolved' ? { status, payload } : { status }),
    )
  const isCovered = open.every((id) => resume.some((entry) => entry.interruptId === id))
  return isCovered ? Promise.all(runs) : Promise.race([...runs, session.run()])
}

function hasTwice(resume: readonly ResumeEntry[]): boolean {
  return new Set(resume.map((entry) => entry.interruptId)).size < resume.length
}

interface Network {
  readonly transport: Transport
  /** The bodies of the requests that left, in order. */
  readonly sent: readonly RunAgentInput[]
  /** Whether an exchange failed on the way, before or after its head. */
  readonly broke: () => boolean
}

function createNetwork(answers: readonly Delivered[]): Network {
  const sent: RunAgentInput[] = []
  let broke = false
  const http = createHttpTransport({
    url: 'http://agent.test/',
    codecs: [protobufCodec()],
    fetch: async (_, init) => {
      const answer = answers[sent.length]
      sent.push(JSON.parse(init.body as string) as RunAgentInput)
      if (answer === undefined) throw new TypeError('The case has no answer to this request.')
      return toResponse(answer)
    },
  })
  const watch = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      broke = true
      throw error
    }
  }
  const open: Transport['open'] = async (request): Promise<Exchange> => {
    const { head, batches } = await watch(http.open(request))
    const iterator = batches[Symbol.asyncIterator]()
    const watched = {
      next: () => watch(iterator.next()),
      return: async () => (await iterator.return?.()) ?? { done: true as const, value: undefined },
    }
    return { head, batches: { [Symbol.asyncIterator]: () => watched } }
  }
  return { transport: { open }, sent, broke: () => broke }
}

function isFatal(run: RunState): boolean {
  return run.kind === 'failed' && run.failure.source !== 'agent'
}

function outcomeOf(run: RunState): string {
  if (run.kind === 'finished') return run.outcome.type
  // Of a stream without any event nothing is known, as of one that broke off.
  return run.kind === 'failed' && run.failure.code !== 'transport-empty' ? 'error' : 'truncated'
}
