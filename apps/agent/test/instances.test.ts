import { appendFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAgent } from '../src/create-agent.ts'
import type { Message } from '../src/protocol/message.ts'
import { applyEvent } from '../src/threads/thread-view.ts'
import { type AgentProcess, spawnAgent } from './agent-process.ts'
import {
  executedRefunds,
  interruptsOf,
  ofType,
  onCleanup,
  outcomeOf,
  resolved,
  run,
  says,
  startAgent,
  temporaryDir,
  textOf,
} from './harness.ts'
import { type RedisServer, startRedis } from './redis-server.ts'
import { startRoundRobinProxy } from './round-robin-proxy.ts'
import { startSlowTools } from './slow-tools.ts'
import { cancel, expectWhole, post, reattach, type SeenFrame, start, toRunUrl } from './stream.ts'

let redis: RedisServer | undefined
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis?.stop())

const LEASE_MS = 1_000
const isText = ({ event }: SeenFrame) => event.type === 'TEXT_MESSAGE_CONTENT'
const eventsOf = (frames: readonly SeenFrame[]) => frames.map(({ event }) => event)
const json = async (url: string) => (await fetch(url)).json()

interface Instance {
  readonly url: string
  readonly child?: AgentProcess['child']
  readonly kill: () => Promise<void>
}

/**
 * Two instances behind a proxy, with one Redis and one tool server. The first request goes to the first. The
 * one to be killed is a process of its own.
 */
async function startTwo(options: {
  readonly paceMs: number
  readonly process: 'first' | 'second' | 'none'
  readonly holdsTools?: boolean
}) {
  const { paceMs, holdsTools = false } = options
  const dataDir = await temporaryDir()
  const mcp = await startSlowTools(dataDir)
  onCleanup(mcp.close)
  if (!holdsTools) mcp.release()
  await flush()
  const redisUrl = redis?.url ?? ''
  const startOne = async (name: 'first' | 'second'): Promise<Instance> => {
    if (options.process === name) {
      const store = ['--redis-url', redisUrl, '--lease-ms', String(LEASE_MS)]
      return spawnAgent([...store, '--mcp-url', mcp.url, '--data', dataDir, '--pace-ms', String(paceMs)])
    }
    const agent = await startAgent({ redisUrl, leaseMs: LEASE_MS, mcpUrl: mcp.url, dataDir, paceMs })
    return { url: agent.url, kill: agent.close }
  }
  const [first, second] = await Promise.all([startOne('first'), startOne('second')])
  const origins = [first, second].map(({ url }) => new URL(url).origin)
  const proxy = await startRoundRobinProxy(origins)
  return { first, second, mcp, dataDir, url: `${proxy.origin}${new URL(first.url).pathname}`, proxy }
}

async function flush() {
  const client = createClient({ url: redis?.url ?? '' })
  await client.connect()
  await client.flushAll()
  await client.close()
}

/** What a client holds that applied the events to what it sent. */
const replay = (sent: readonly Message[], frames: readonly SeenFrame[]) =>
  eventsOf(frames).reduce(applyEvent, { messages: sent, state: {} })

describe('several instances', () => {
  it('RX-11 lose and double nothing when the one that runs is killed in the middle of a sentence', async () => {
    const { first, second, url } = await startTwo({ paceMs: 4, process: 'first' })
    const question = says('long answer')
    const live = await start(url, { runId: 'r', messages: [question] })
    const { id } = await live.until(({ index }) => index >= 30)
    const beside = await reattach(second.url, 'r')
    await beside.until(isText)
    await first.kill()
    await live.rest()
    const last = live.frames.at(-1)
    expect(last?.index).toBeGreaterThanOrEqual(30)
    expect(id).toBe('r:30')

    const rest = await (await reattach(url, 'r', last?.id)).rest()
    const whole = [...live.frames, ...rest]
    expectWhole(whole)
    expect(whole.at(-1)?.event).toMatchObject({ type: 'RUN_ERROR', code: 'interrupted' })
    expect(await beside.rest()).toEqual(whole)

    const snapshot = await json(`${url}/threads/t`)
    expect(snapshot).toMatchObject({
      activeRun: null,
      lastRun: { runId: 'r', error: { code: 'interrupted' } },
    })
    expect(snapshot.messages).toEqual(replay([question], whole).messages)
    const next = await run(url, { messages: [...snapshot.messages, says('hello')], state: snapshot.state })
    expect(outcomeOf(next.events)).toEqual({ type: 'success' })
  })

  it('RX-11 execute a decision once when the one that carries it out is killed', async () => {
    const { first, second, mcp, url, dataDir } = await startTwo({
      paceMs: 0,
      process: 'first',
      holdsTools: true,
    })
    const asked = await run(url, { messages: [says('refund A1024 and A1077')] })
    const resume = interruptsOf(asked.events).map(({ id }) => resolved(id, { approved: true }))
    const live = await post(first.url, { ...bodyOf('decide'), resume })
    await mcp.arrived
    await first.kill()
    await live.rest()
    expect((await reattach(url, 'decide', live.frames.at(-1)?.id)).response.status).toBe(200)

    const told = await (await reattach(second.url, 'decide')).rest()
    expectWhole(told)
    expect(told.at(-1)?.event).toMatchObject({ type: 'RUN_ERROR', code: 'interrupted' })
    const between = await json(`${url}/threads/t`)
    expect(between.interrupts).toMatchObject([
      { answered: { status: 'resolved', payload: { approved: true }, runId: 'decide' } },
      { answered: { status: 'resolved', payload: { approved: true }, runId: 'decide' } },
    ])

    mcp.release()
    const again = await run(url, { messages: asked.messages, resume })
    expect(outcomeOf(again.events)).toEqual({ type: 'success' })
    expect(ofType(again.events, 'TOOL_CALL_RESULT')).toHaveLength(2)
    expect((await executedRefunds(dataDir)).map(({ orderId }) => orderId).toSorted()).toEqual([
      'A1024',
      'A1077',
    ])
    const snapshot = await json(`${url}/threads/t`)
    expect(snapshot.interrupts).toEqual([])
    expect(snapshot.messages).toEqual(again.messages)
  })

  it('RX-11 hold every rule whichever of them answers, also when the one that only reads along is killed', async () => {
    const { first, second, url } = await startTwo({ paceMs: 2, process: 'second' })
    const body = { ...bodyOf('r'), messages: [says('long answer')] }
    const live = await post(first.url, body)
    await live.until(isText)

    // 2: the same input joins, another one is refused; 9: another run is refused.
    const joined = await post(second.url, body)
    expect((await post(second.url, { ...body, messages: [] })).response.status).toBe(409)
    const busy = await post(second.url, bodyOf('other'))
    expect(await busy.response.json()).toMatchObject({ code: 'run-active', runId: 'r' })
    // 4: the cut of one instance continues at the other.
    const { activeRun, messages, state } = await json(`${second.url}/threads/t`)
    const tail = await reattach(first.url, 'r', activeRun.lastEventId)

    // 3: its reader moves on when the instance it reads from dies, and the run has not noticed.
    await joined.until(({ index }) => index >= 40)
    await second.kill()
    await joined.rest()
    const rest = await (await reattach(url, 'r', joined.frames.at(-1)?.id)).rest()
    const whole = [...joined.frames, ...rest]
    expectWhole(whole)
    expect(whole.at(-1)?.event).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
    expect(await live.rest()).toEqual(whole)
    const after = eventsOf(await tail.rest()).reduce(applyEvent, { messages, state })
    const end = await json(`${url}/threads/t`)
    expect(after.messages).toEqual(end.messages)
    expect(String(end.messages.at(-1).content)).toContain('Paragraph 12')
  })

  it('RX-11 cancel through either, and answer decisions raised by the other', async () => {
    const { first, second, url, dataDir } = await startTwo({ paceMs: 4, process: 'none' })
    const live = await post(first.url, { ...bodyOf('r'), messages: [says('long answer')] })
    await live.until(isText)
    const answer = await cancel(second.url, 'r')
    expect(answer.status).toBe(202)
    const frames = await live.rest()
    expect(frames.at(-1)?.event).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } })
    expect(await json(toRunUrl(second.url, 'r'))).toMatchObject({ status: 'cancelled' })

    const asked = await run(first.url, { messages: [says('refund A1024')] })
    const resume = interruptsOf(asked.events).map(({ id }) => resolved(id, { approved: true }))
    // Two tabs approve at once, each through another instance.
    const inputs = ['tab-1', 'tab-2'].map((runId) => ({ ...bodyOf(runId), resume }))
    const [a, b] = await Promise.all([post(first.url, inputs[0] ?? {}), post(second.url, inputs[1] ?? {})])
    expect([a.response.status, b.response.status].toSorted()).toEqual([200, 409])
    await Promise.all([a.rest(), b.rest()])
    const again = await run(url, { resume })
    expect(textOf(again.events)).toContain('is refunded')
    expect(await executedRefunds(dataDir)).toHaveLength(1)
  })

  it('RX-11 let no word of an owner through that was thought dead and comes back', async () => {
    const { first, second, url } = await startTwo({ paceMs: 4, process: 'first' })
    const live = await post(first.url, { ...bodyOf('r'), messages: [says('long answer')] })
    await live.until(isText)
    first.child?.kill('SIGSTOP')
    const told = await (await reattach(second.url, 'r')).rest()
    expectWhole(told)
    expect(told.at(-1)?.event).toMatchObject({ type: 'RUN_ERROR', code: 'interrupted' })
    const next = await post(second.url, { ...bodyOf('next'), messages: [says('progress')] })
    await next.until(({ index }) => index > 0)
    first.child?.kill('SIGCONT')
    // Its reader sees no more than the truth, and gets the rest of it when it asks again.
    await live.rest()
    const rest = await (await reattach(first.url, 'r', live.frames.at(-1)?.id)).rest()
    expect([...live.frames, ...rest]).toEqual(told)
    expectWhole(await next.rest())
    expect(next.frames.at(-1)?.event).toMatchObject({ outcome: { type: 'success' } })
    expect(await (await reattach(url, 'r')).rest()).toEqual(told)
    expect((await json(`${first.url}/threads/t`)).lastRun).toMatchObject({ runId: 'next' })
  })

  it('RX-8 refuse with 503 while Redis is away, and are back when it is', async () => {
    const own = await startRedis()
    onCleanup(own.stop)
    const agent = await startAgent({ redisUrl: own.url, leaseMs: 500, onFault: () => {} })
    await run(agent.url, { messages: [says('hello')] })
    own.child.kill('SIGSTOP')
    const refused = await post(agent.url, bodyOf('r'))
    expect(refused.response.status).toBe(503)
    expect(refused.response.headers.get('retry-after')).toBe('1')
    expect(await refused.response.json()).toMatchObject({ code: 'store-unavailable' })
    own.child.kill('SIGCONT')
    await vi.waitFor(async () => expect((await fetch(`${agent.url}/threads/t`)).status).toBe(200))
  })

  it('say so in one line when Redis cannot be reached', async () => {
    const own = await startRedis()
    await own.stop()
    const starting = createAgent({ dataDir: await temporaryDir(), redisUrl: own.url })
    await expect(starting).rejects.toThrow(/^Redis cannot be reached\. Check REDIS_URL, or start it\.$/)
  })
})

describe('one instance with files', () => {
  it('RX-3 ends a run for its readers whose process was killed, after it has started again', async () => {
    const dataDir = await temporaryDir()
    const question = says('long answer')
    const agent: AgentProcess = await spawnAgent(['--data', dataDir, '--pace-ms', '4'])
    const live = await start(agent.url, { runId: 'r', messages: [question] })
    await live.until(({ index }) => index >= 30)
    await agent.kill()
    await live.rest()
    // As if the crash had come in the middle of a write.
    const log = await logOf(dataDir)
    await appendFile(log, '{"index":')

    const { url } = await startAgent({ dataDir })
    const rest = await (await reattach(url, 'r', live.frames.at(-1)?.id)).rest()
    const whole = [...live.frames, ...rest]
    expectWhole(whole)
    expect(whole.at(-1)?.event).toMatchObject({ type: 'RUN_ERROR', code: 'interrupted' })
    const snapshot = await json(`${url}/threads/t`)
    expect(snapshot.messages).toEqual(replay([question], whole).messages)
    expect(snapshot).toMatchObject({
      activeRun: null,
      lastRun: { runId: 'r', error: { code: 'interrupted' } },
    })
    expect((await reattach(url, 'r', whole.at(-1)?.id)).response.status).toBe(204)
    const next = await run(url, { messages: [says('hello')] })
    expect(outcomeOf(next.events)).toEqual({ type: 'success' })
  })

  it('RX-4 has the end of a run that was decided before its process was killed', async () => {
    const dataDir = await temporaryDir()
    const agent = await startAgent({ dataDir })
    const asked = await run(agent.url, { runId: 'r', messages: [says('refund A1024')] })
    await agent.close()
    // As if the crash had come between the last save and the last event.
    const log = await logOf(dataDir)
    const lines = (await readFile(log, 'utf8')).trimEnd().split('\n')
    expect(lines.at(-1)).toContain('RUN_FINISHED')
    await truncate(log, Buffer.byteLength(`${lines.slice(0, -1).join('\n')}\n`))
    const record = join(log, '..', '..', 'thread.json')
    const saved = JSON.parse(await readFile(record, 'utf8'))
    const outcome = { type: 'interrupt', interrupts: interruptsOf(asked.events) }
    const mark = { runId: 'r', nextIndex: lines.length - 2, open: [], outcome }
    await writeFile(record, JSON.stringify({ ...saved, lastRun: undefined, run: mark }))

    const { url } = await startAgent({ dataDir })
    const frames = await (await reattach(url, 'r')).rest()
    expectWhole(frames)
    expect(interruptsOf(eventsOf(frames))).toEqual(interruptsOf(asked.events))
    expect((await json(`${url}/threads/t`)).lastRun).toEqual({ runId: 'r', outcome })
  })
})

const bodyOf = (runId: string) => ({ threadId: 't', runId, messages: [], state: {}, tools: [], context: [] })

async function logOf(dataDir: string): Promise<string> {
  const [thread = ''] = await readdir(join(dataDir, 'threads'))
  const [name = ''] = await readdir(join(dataDir, 'threads', thread, 'runs'))
  return join(dataDir, 'threads', thread, 'runs', name)
}
