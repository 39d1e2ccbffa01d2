import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createHttpTransport,
  createMemoryPersistence,
  createSession,
  type Issue,
  type RunState,
  resumeExtension,
  type Session,
  type SessionOptions,
  toMessages,
} from '@agui-kit/core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AgentOptions, createAgent, type RunningAgent } from '../../../../apps/agent/src/create-agent.ts'

const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)
beforeAll(() => void process.on('unhandledRejection', note))
afterAll(() => void process.off('unhandledRejection', note))

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

interface Agent extends RunningAgent {
  readonly dataDir: string
}

async function startAgent(options: Partial<AgentOptions> = {}): Promise<Agent> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'agui-core-')))
  if (options.dataDir === undefined) cleanups.push(() => rm(dataDir, { recursive: true, maxRetries: 3 }))
  const agent = await createAgent({ paceMs: 5, ...options, dataDir })
  cleanups.push(agent.close)
  return { ...agent, dataDir }
}

/** A network that a test can cut, and that remembers what went over it. */
function createNetwork() {
  const requests: string[] = []
  let cutter = new AbortController()
  return {
    requests,
    sent: (method: string, end: string) =>
      requests.filter((line) => line.startsWith(method) && line.endsWith(end)).length,
    /** Breaks every connection that is open now. */
    cut: () => {
      cutter.abort(new Error('The cable was pulled.'))
      cutter = new AbortController()
    },
    fetch: (url: string, init: RequestInit): Promise<Response> => {
      requests.push(`${init.method} ${new URL(url).pathname}`)
      const signals = init.signal ? [init.signal, cutter.signal] : [cutter.signal]
      return fetch(url, { ...init, signal: AbortSignal.any(signals) })
    },
  }
}

type Network = ReturnType<typeof createNetwork>

interface Page {
  readonly session: Session
  readonly issues: readonly Issue[]
  readonly text: () => string
  readonly run: () => RunState
}

function openPage(
  url: () => string,
  network: Pick<Network, 'fetch'>,
  options: Partial<SessionOptions> = {},
): Page {
  const issues: Issue[] = []
  const session = createSession({
    transport: createHttpTransport({ url, fetch: network.fetch, resume: resumeExtension }),
    threadId: 't',
    retry: { firstMs: 10, maxMs: 200, maxAttempts: 20 },
    onIssue: (issue) => issues.push(issue),
    ...options,
  })
  cleanups.push(session.close)
  const thread = () => session.getSnapshot().thread
  return {
    session,
    issues,
    text: () =>
      toMessages(thread().messages)
        .flatMap((message) => (message.role === 'assistant' ? [message.content ?? ''] : []))
        .join(''),
    run: () => thread().run,
  }
}

interface ServerThread {
  readonly activeRun: object | null
  readonly messages: readonly { readonly id: string; readonly role: string; readonly content?: string }[]
}

/** The thread as the agent keeps it. */
async function kept(agent: Agent): Promise<ServerThread> {
  const response = await fetch(`${agent.url}/threads/t`)
  return (await response.json()) as ServerThread
}

async function expectWhole(agent: Agent, page: Page): Promise<void> {
  const { activeRun, messages } = await kept(agent)
  expect(activeRun).toBeNull()
  expect(toMessages(page.session.getSnapshot().thread.messages)).toEqual(messages)
}

const reaches = (page: Page, chars: number): Promise<void> =>
  expect.poll(() => page.text().length, { interval: 1 }).toBeGreaterThan(chars)

const ends = (page: Page): Promise<void> =>
  expect.poll(() => page.run().kind, { timeout: 15_000 }).toBe('finished')

describe('a long answer of the reference agent', () => {
  it('ends whole though the network breaks in its middle, three times', async () => {
    const agent = await startAgent()
    const network = createNetwork()
    const page = openPage(() => agent.url, network)
    const run = page.session.send('Give me a long answer')
    for (const chars of [50, 300, 600]) {
      await reaches(page, chars)
      network.cut()
    }
    expect(await run).toMatchObject({ kind: 'finished', outcome: { type: 'success' } })
    await expectWhole(agent, page)
    expect(network.sent('POST', '')).toBe(1)
    expect(network.sent('GET', '/events')).toBeGreaterThanOrEqual(3)
    expect(network.sent('GET', '/threads/t')).toBe(0)
    expect(page.issues).toEqual([])
  })

  it('ends whole though the page is reloaded in its middle, twice', async () => {
    const agent = await startAgent()
    const network = createNetwork()
    const persistence = createMemoryPersistence()
    const first = openPage(() => agent.url, network, { persistence })
    void first.session.send('Give me a long answer')
    await reaches(first, 100)
    await first.session.close()
    const second = openPage(() => agent.url, network, { persistence })
    await second.session.start()
    await reaches(second, 300)
    await second.session.close()
    const third = openPage(() => agent.url, network, { persistence })
    await third.session.start()
    await ends(third)
    await expectWhole(agent, third)
    expect(network.sent('POST', '')).toBe(1)
    expect(third.issues).toEqual([])
  })

  it('ends whole though the log no longer reaches back: snapshot and tail', async () => {
    const agent = await startAgent({ maxLogFrames: 40 })
    const network = createNetwork()
    const persistence = createMemoryPersistence()
    const page = openPage(() => agent.url, network, { persistence })
    void page.session.send('Give me a long answer')
    await reaches(page, 50)
    await page.session.close()
    // The run goes on without anybody until the log has let go of what was seen.
    const report = async (): Promise<number> => {
      const { runId } = page.run() as { runId: string }
      const response = await fetch(`${agent.url}/threads/t/runs/${runId}`)
      return Number(((await response.json()) as { lastEventId: string }).lastEventId.split(':').at(-1))
    }
    await expect.poll(report, { timeout: 15_000, interval: 5 }).toBeGreaterThan(120)
    const back = openPage(() => agent.url, network, { persistence })
    await back.session.start()
    await ends(back)
    await expectWhole(agent, back)
    expect(network.sent('GET', '/threads/t')).toBeGreaterThanOrEqual(1)
    expect(back.issues).toEqual([])
  })

  it('that is over when the page comes back is told by the snapshot or the tail', async () => {
    const agent = await startAgent({ paceMs: 1 })
    const network = createNetwork()
    const persistence = createMemoryPersistence()
    const page = openPage(() => agent.url, network, { persistence })
    void page.session.send('Give me a long answer')
    await reaches(page, 50)
    await page.session.close()
    await expect.poll(async () => (await kept(agent)).activeRun, { timeout: 15_000 }).toBeNull()
    const back = openPage(() => agent.url, network, { persistence })
    await back.session.start()
    await ends(back)
    await expectWhole(agent, back)
  })

  it('whose agent dies and comes back says so, and what had come stays', async () => {
    const agent = await startAgent()
    let url = agent.url
    const page = openPage(() => url, createNetwork())
    const run = page.session.send('Give me a long answer')
    await reaches(page, 100)
    await agent.close()
    const again = await startAgent({ dataDir: agent.dataDir })
    url = again.url
    expect(await run).toMatchObject({ kind: 'failed', failure: { source: 'agent', code: 'interrupted' } })
    expect(page.text().length).toBeGreaterThan(100)
    const next = await page.session.send('List orders')
    expect(next).toMatchObject({ kind: 'finished' })
  })
})

describe('stopping a run of the reference agent', () => {
  const status = async (agent: Agent, runId: string): Promise<unknown> =>
    ((await (await fetch(`${agent.url}/threads/t/runs/${runId}`)).json()) as { status: unknown }).status

  it('cancels it there, and the thread goes on at once', async () => {
    const agent = await startAgent()
    const network = createNetwork()
    const page = openPage(() => agent.url, network)
    const run = page.session.send('Give me a long answer')
    await reaches(page, 50)
    page.session.stop()
    const stopped = await run
    expect(stopped).toMatchObject({ kind: 'truncated', cause: 'stopped' })
    await expect.poll(() => status(agent, (stopped as { runId: string }).runId)).toBe('cancelled')
    expect(await page.session.send('List orders')).toMatchObject({ kind: 'finished' })
    expect(network.sent('POST', '/cancel')).toBe(1)
  })

  it('cancels it there also when it is stopped before its answer has begun', async () => {
    const agent = await startAgent()
    const network = createNetwork()
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = async (url: string, init: RequestInit): Promise<Response> => {
      const response = await network.fetch(url, init)
      await held
      return response
    }
    const page = openPage(() => agent.url, { fetch: slow })
    const run = page.session.send('Give me a long answer')
    await expect.poll(() => network.requests.length).toBe(1)
    page.session.stop()
    const { runId } = (await run) as { runId: string }
    expect(network.sent('POST', '/cancel')).toBe(0)
    release()
    await expect.poll(() => status(agent, runId)).toBe('cancelled')
    expect(network.sent('POST', '/cancel')).toBe(1)
  })
})

describe('an approval', () => {
  const refunds = async (agent: Agent): Promise<number> => {
    const text = await readFile(join(agent.dataDir, 'mcp', 'orders.json'), 'utf8').catch(
      () => '{"executed":{}}',
    )
    return Object.keys((JSON.parse(text) as { executed: object }).executed).length
  }

  it('is carried out once though the page goes and the network breaks right after it was sent', async () => {
    const agent = await startAgent()
    const network = createNetwork()
    const persistence = createMemoryPersistence()
    const page = openPage(() => agent.url, network, { persistence })
    await page.session.send('Look up order A1024 and refund it if it has shipped')
    const [open] = page.session.getSnapshot().thread.interrupts
    if (open === undefined) throw new Error('No approval was asked for.')
    void page.session.answer(open.interrupt.id, { status: 'resolved', payload: { approved: true } })
    await expect.poll(() => page.run().kind, { interval: 1 }).toBe('running')
    network.cut()
    await page.session.close()
    const back = openPage(() => agent.url, network, { persistence })
    await back.session.start()
    await ends(back)
    const { thread } = back.session.getSnapshot()
    expect(thread.interrupts).toEqual([])
    expect(thread.decisions).toMatchObject([{ interruptId: open.interrupt.id, delivery: 'accepted' }])
    expect(await refunds(agent)).toBe(1)
    await expectWhole(agent, back)
  })
})

it('no rejection was left unhandled', async () => {
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled).toEqual([])
})
