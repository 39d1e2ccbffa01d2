import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AgentOptions } from '../src/create-agent.ts'
import { toArgsSha256 } from '../src/interrupts/args-hash.ts'
import { type Interrupt, isTerminal, type RunOutcome } from '../src/protocol/event.ts'
import { ofKit } from '../src/protocol/message.ts'
import { followRun } from '../src/runs/run-tail.ts'
import { openStores } from '../src/store/open-stores.ts'
import { emptyThread } from '../src/threads/thread-store.ts'
import { applyEvent } from '../src/threads/thread-view.ts'
import {
  cancelled,
  errorOf,
  executedRefunds,
  interruptsOf,
  ofType,
  onCleanup,
  outcomeOf,
  proposeRefund,
  resolved,
  run,
  says,
  startAgent,
  temporaryDir,
  textOf,
  toBody,
} from './harness.ts'
import { type RedisServer, startRedis } from './redis-server.ts'
import { startSlowTools } from './slow-tools.ts'
import { cancel, expectWhole, post, reattach, type SeenFrame, start, toRunUrl } from './stream.ts'

type StoreKind = 'files' | 'redis'

/** `npm test` leaves Redis out on a machine that has none; CI always has one. */
const STORES: readonly StoreKind[] = process.env['AGUI_KIT_WITHOUT_REDIS'] ? ['files'] : ['files', 'redis']

let redis: RedisServer | undefined
beforeAll(async () => {
  if (STORES.includes('redis')) redis = await startRedis()
})
afterAll(() => redis?.stop())

const approve = (interruptId: string) => resolved(interruptId, { approved: true })
const eventsOf = (frames: readonly SeenFrame[]) => frames.map(({ event }) => event)
const isText = ({ event }: SeenFrame) => event.type === 'TEXT_MESSAGE_CONTENT'
const toStatus = async (response: Promise<Response>) => (await response).status
async function snapshotOf(url: string): Promise<Snapshot> {
  const response = await fetch(`${url}/threads/t`)
  expect(response.status).toBe(200)
  return response.json()
}

/** Follows a run from wherever its log begins by now to its last frame. */
async function endOf(url: string, runId: string): Promise<SeenFrame> {
  for (;;) {
    const report = (await (await fetch(toRunUrl(url, runId))).json()) as { lastEventId: string | null }
    const stream = await reattach(url, runId, report.lastEventId ?? undefined)
    const last = stream.response.status === 200 ? (await stream.rest()).at(-1) : undefined
    if (last !== undefined && isTerminal(last.event)) return last
    if (stream.response.status === 204 && report.lastEventId !== null) {
      const index = Number(report.lastEventId.split(':').at(-1))
      const [frame] = await (await reattach(url, runId, `${runId}:${index - 1}`)).rest()
      if (frame !== undefined) return frame
    }
  }
}

interface Snapshot {
  readonly messages: Parameters<typeof applyEvent>[0]['messages']
  readonly state: Parameters<typeof applyEvent>[0]['state']
  readonly interrupts: readonly { interrupt: Interrupt; runId: string; answered?: object }[]
  readonly activeRun: { runId: string; lastEventId: string | null; open: readonly object[] } | null
  readonly lastRun: { runId: string; outcome?: RunOutcome; error?: { code: string } } | null
}

describe.each(STORES)('the resume extension, kept in %s', (kind) => {
  // One Redis serves every test; each gets a database of its own so that all threads can be called "t".
  let database = 0
  const agentOf = async (options: Partial<AgentOptions> = {}) => {
    const dataDir = options.dataDir ?? (await temporaryDir())
    database = (database + 1) % 16
    const store = kind === 'redis' ? { redisUrl: `${redis?.url}/${database}`, leaseMs: 2_000 } : {}
    if (kind === 'redis' && database === 0) await flush()
    return { dataDir, ...(await startAgent({ ...store, ...options, dataDir })) }
  }
  const flush = async () => {
    const { createClient } = await import('@redis/client')
    const client = createClient({ url: redis?.url ?? '' })
    await client.connect()
    await client.flushAll()
    await client.close()
  }

  it('RX-1 numbers every event of a run from 0 without holes, and says on every answer that it does', async () => {
    const { url, origin } = await agentOf()
    const runId = '运行 1/a'
    const stream = await start(url, { runId, messages: [says('show progress')] })
    const frames = await stream.rest()
    expectWhole(frames)
    expect(frames[0]?.id).toBe(`${encodeURIComponent(runId)}:0`)
    for (const response of [
      stream.response,
      await fetch(`${url}/threads/none`),
      await fetch(toRunUrl(url, runId)),
      await post(url, {}).then(({ response }) => response),
      await fetch(`${origin}/health`),
    ]) {
      expect(response.headers.get('ag-ui-resume')).toBe('1')
      expect(Date.parse(response.headers.get('date') ?? '')).not.toBeNaN()
    }
  })

  it('RX-2 answers the same input again with the events of its one run, live or over', async () => {
    const { url, dataDir } = await agentOf({ paceMs: 1 })
    const { interruptId } = await proposeRefund(url)
    const body = toBody({ runId: 'decide', resume: [approve(interruptId)] })
    const [first, second] = await Promise.all([post(url, body), post(url, body)])
    const reordered = Object.fromEntries(Object.entries(body).toReversed())
    const frames = await first.rest()
    expectWhole(frames)
    expect(await second.rest()).toEqual(frames)
    expect(await (await post(url, reordered)).rest()).toEqual(frames)
    expect(await executedRefunds(dataDir)).toHaveLength(1)
    expect((await snapshotOf(url)).lastRun).toMatchObject({ runId: 'decide', outcome: { type: 'success' } })
  })

  it('RX-2 refuses another input under a runId that was used', async () => {
    const { url } = await agentOf({ paceMs: 1 })
    const live = await start(url, { runId: 'r', messages: [says('long answer')] })
    const other = toBody({ runId: 'r', messages: [says('hello')] })
    const check = async () => {
      const { response } = await post(url, other)
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({ code: 'run-id-reused', runId: 'r' })
    }
    await check()
    await live.rest()
    await check()
  })

  it('RX-3 gives from every place of a run exactly what comes after it', async () => {
    const { url } = await agentOf()
    const frames = await (await start(url, { runId: 'r', messages: [says('refund A1024')] })).rest()
    expect(await (await reattach(url, 'r')).rest()).toEqual(frames)
    for (const { id, index } of frames.slice(0, -1)) {
      expect(await (await reattach(url, 'r', id)).rest()).toEqual(frames.slice(index + 1))
    }
    expect((await reattach(url, 'r', frames.at(-1)?.id)).response.status).toBe(204)
  })

  it('RX-3 goes on live after what was missed, for any number of readers', async () => {
    const { url } = await agentOf({ paceMs: 2 })
    const first = await start(url, { runId: '运行', messages: [says('long answer')] })
    const { id } = await first.until(({ index }) => index >= 20)
    const others = await Promise.all([
      reattach(url, '运行'),
      reattach(url, '运行', id),
      reattach(url, '运行', id),
    ])
    await first.until(({ index }) => index >= 60)
    await first.leave()
    const [whole = [], ...tails] = await Promise.all(others.map((other) => other.rest()))
    expectWhole(whole)
    for (const tail of tails)
      expect(tail).toEqual(whole.slice(first.frames.findIndex((f) => f.id === id) + 1))
  })

  it('RX-3 knows no run that was never begun, and no place that is not in it', async () => {
    const { url } = await agentOf()
    const frames = await (await start(url, { runId: 'r', messages: [says('hello')] })).rest()
    const statusOf = async (runId: string, id?: string) => (await reattach(url, runId, id)).response.status
    expect(await statusOf('other')).toBe(404)
    expect(await statusOf('r', 'r')).toBe(400)
    expect(await statusOf('r', 'other:0')).toBe(400)
    expect(await statusOf('r', '%zz:0')).toBe(400)
    expect(await statusOf('r', `r:${frames.length - 2}`)).toBe(200)
    expect(await statusOf('r', `r:${frames.length}`)).toBe(410)
    expect(await toStatus(fetch(toRunUrl(url, 'other')))).toBe(404)
    expect(await toStatus(fetch(`${url}/threads/other`))).toBe(404)
  })

  it('RX-3 says that a log no longer reaches back, and keeps the thread whole', async () => {
    const { url } = await agentOf({ maxLogFrames: 100 })
    const body = toBody({ runId: 'r', messages: [says('long answer')] })
    await (await post(url, body)).leave()
    const { index, id } = await endOf(url, 'r')
    expect(index).toBeGreaterThan(200)
    const gone = await reattach(url, 'r')
    expect(gone.response.status).toBe(410)
    expect(await gone.response.json()).toMatchObject({ code: 'log-gone', lastEventId: id })
    expect((await post(url, body)).response.status).toBe(410)
    const rest = await (await reattach(url, 'r', `r:${index - 2}`)).rest()
    expect(rest.map((frame) => frame.index)).toEqual([index - 1, index])
    const { messages } = await snapshotOf(url)
    const said = JSON.stringify(messages.at(-1)?.content).match(/Paragraph (\d+)/g)
    expect(said).toEqual(Array.from({ length: 12 }, (_, at) => `Paragraph ${at + 1}`))
  })

  it('RX-3 breaks off, and never skips, where a slow reader falls behind a log that is cut', async () => {
    const redisUrl = kind === 'redis' ? `${redis?.url}/15` : undefined
    const limits = { leaseMs: 2_000, keepRuns: 5, maxLogFrames: 10, logTtlMs: 60_000 }
    const dataDir = await temporaryDir()
    const stores = await openStores({ ...limits, dataDir, redisUrl, onFault: () => {} })
    onCleanup(stores.runs.close)
    const start = { threadId: 'slow', runId: 'r', inputSha256: '' }
    const begun = await stores.runs.begin(start, () => {})
    if (begun.kind !== 'begun') throw new Error('Nothing was begun.')
    const event = { type: 'STEP_STARTED', stepName: 'x' } as const
    const frames = Array.from({ length: 12 }, (_, index) => ({ index, event }))
    await begun.claim.write({ first: 0, frames: frames.slice(0, 2) })
    const tail = followRun({ ...stores, ...start, from: 0, watchMs: 1_000 })
    expect(await tail.next(5_000)).toEqual({ kind: 'frames', frames: frames.slice(0, 2) })
    await begun.claim.write({ first: 2, frames: frames.slice(2), thread: emptyThread('slow') })
    await expect(tail.next(5_000)).rejects.toThrow('Frame 2')
    tail.leave()
    await begun.claim.abandon()
  })

  it('RX-3 lets old logs go and still knows the runs', async () => {
    const { url, dataDir } = await agentOf({ keepRuns: 3 })
    const inputs = Array.from({ length: 6 }, (_, index) =>
      toBody({ runId: `r${index}`, messages: [says('hello')] }),
    )
    for (const input of inputs) await (await post(url, input)).rest()
    const statuses = inputs.map(async ({ runId }) => (await reattach(url, runId)).response.status)
    expect(await Promise.all(statuses)).toEqual([410, 410, 410, 200, 200, 200])
    expect((await post(url, inputs[0] ?? {})).response.status).toBe(410)
    expect(await (await fetch(toRunUrl(url, 'r0'))).json()).toMatchObject({ status: 'finished' })
    if (kind === 'files') {
      const [thread = ''] = await readdir(join(dataDir, 'threads'))
      const names = await readdir(join(dataDir, 'threads', thread, 'runs'))
      expect(names.filter((name) => name.endsWith('.jsonl'))).toHaveLength(3)
    }
  })

  it('RX-4 gives, at any moment of a run, the effect of the events up to its cut and of no other', async () => {
    const { url } = await agentOf({ paceMs: 2 })
    const input = { runId: 'r', messages: [says('refund A1024 and A1077')] }
    const live = await start(url, input)
    const snapshots: Snapshot[] = []
    let isOver = false
    const taking = (async () => {
      while (!isOver) snapshots.push(await snapshotOf(url))
    })()
    const frames = await live.rest()
    isOver = true
    await taking
    const end = await snapshotOf(url)
    const cuts = new Set(snapshots.map(({ activeRun }) => activeRun?.lastEventId))
    expect(cuts.size).toBeGreaterThan(10)
    for (const { activeRun, messages, state } of snapshots) {
      if (activeRun === null) continue
      const { lastEventId } = activeRun
      const tail = frames.slice(frames.findIndex(({ id }) => id === lastEventId) + 1)
      const whole = eventsOf(tail).reduce(applyEvent, { messages, state })
      expect(whole.messages).toEqual(end.messages)
      expect(whole.state).toEqual(end.state)
    }
    expect(end.activeRun).toBeNull()
    expect(end.lastRun).toMatchObject({ runId: 'r', outcome: { type: 'interrupt' } })
    expect(end.interrupts).toEqual(
      interruptsOf(eventsOf(frames)).map((interrupt) => ({ interrupt, runId: 'r' })),
    )
  })

  it('RX-4 names what is open at the cut, so that what follows finds its place', async () => {
    const { url } = await agentOf({ paceMs: 5 })
    const live = await start(url, { runId: 'r', messages: [says('long answer')] })
    const opened = await live.until(({ event }) => event.type === 'TEXT_MESSAGE_START')
    await live.until(isText)
    const { activeRun, messages } = await snapshotOf(url)
    expect(activeRun?.open).toEqual([opened.event])
    expect(messages.at(-1)).toMatchObject({ role: 'assistant' })
    await cancel(url, 'r')
  })

  it('RX-4 has a tag that changes with the thread and not otherwise', async () => {
    const { url } = await agentOf()
    await run(url, { messages: [says('hello')] })
    const ask = (tag?: string) =>
      fetch(`${url}/threads/t`, { headers: tag === undefined ? {} : { 'if-none-match': tag } })
    const tag = (await ask()).headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/)
    const same = await ask(`"other", ${tag}`)
    expect([same.status, same.headers.get('etag')]).toEqual([304, tag])
    await run(url, { messages: [says('hello again')] })
    const changed = await ask(tag)
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(tag)
  })

  it('RX-5 goes on without its reader and ends as if it had stayed', async () => {
    const { url } = await agentOf({ paceMs: 1 })
    const first = await start(url, { runId: 'r', messages: [says('long answer')] })
    const { id } = await first.until(isText)
    await first.leave()
    expect(await (await fetch(toRunUrl(url, 'r'))).json()).toMatchObject({ status: 'running' })
    const rest = await (await reattach(url, 'r', id)).rest()
    expect(rest.at(-1)?.event).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
    expect(await (await fetch(toRunUrl(url, 'r'))).json()).toEqual({
      threadId: 't',
      runId: 'r',
      lastEventId: rest.at(-1)?.id,
      status: 'finished',
      outcome: { type: 'success' },
    })
  })

  it('RX-5 ends a run as cancelled when asked to, closed and with the thread free, however often it is asked', async () => {
    const { url } = await agentOf({ paceMs: 5 })
    const question = says('long answer')
    const live = await start(url, { runId: 'r', messages: [question] })
    await live.until(isText)
    const [asked, askedAgain] = await Promise.all([cancel(url, 'r'), cancel(url, 'r')])
    expect([asked.status, askedAgain.status]).toEqual([202, 202])
    expect(['cancelling', 'cancelled']).toContain((await asked.json()).status)
    // Whoever stops and sends need not wait in between.
    const next = await run(url, { messages: [says('hello')] })
    expect(outcomeOf(next.events)).toEqual({ type: 'success' })
    const events = eventsOf(await live.rest())
    expect(events.slice(-2)).toMatchObject([
      { type: 'TEXT_MESSAGE_END' },
      { type: 'RUN_FINISHED', outcome: { type: 'cancelled' } },
    ])
    expect(textOf(events).length).toBeLessThan(3_000)
    const later = await cancel(url, 'r')
    expect(later.status).toBe(202)
    expect(await later.json()).toMatchObject({ status: 'cancelled', outcome: { type: 'cancelled' } })
  })

  it('RX-5 says of a run that was over how it ended', async () => {
    const { url } = await agentOf()
    await run(url, { runId: 'r', messages: [says('hello')] })
    const response = await cancel(url, 'r')
    expect(response.status).toBe(202)
    expect(await response.json()).toMatchObject({ status: 'finished', outcome: { type: 'success' } })
    await run(url, { runId: 'crash', messages: [says('crash')] })
    expect(await (await cancel(url, 'crash')).json()).toMatchObject({
      status: 'finished',
      error: { code: 'internal' },
    })
    expect((await cancel(url, 'other')).status).toBe(404)
  })

  it('RX-5 carries a decision out that was under way, and none of those behind it', async () => {
    const dataDir = await temporaryDir()
    const mcp = await startSlowTools(dataDir)
    onCleanup(mcp.close)
    const { url } = await agentOf({ dataDir, mcpUrl: mcp.url })
    const asked = await run(url, { messages: [says('refund A1024 and A1077')] })
    const resume = interruptsOf(asked.events).map(({ id }) => approve(id))
    const live = await start(url, { runId: 'decide', resume })
    await mcp.arrived
    expect(await (await cancel(url, 'decide')).json()).toMatchObject({ status: 'cancelling' })
    mcp.release()
    const events = eventsOf(await live.rest())
    expect(outcomeOf(events)).toEqual({ type: 'cancelled' })
    const results = ofType(events, 'TOOL_CALL_RESULT')
    expect(results).toHaveLength(2)
    expect(results[1]?.metadata).toEqual(ofKit({ cancelled: true }))
    expect(await executedRefunds(dataDir)).toMatchObject([{ orderId: 'A1024' }])
    // Nothing is left to resume, and the same decisions again change nothing.
    expect((await snapshotOf(url)).interrupts).toEqual([])
    expect(outcomeOf((await run(url, { resume })).events)).toEqual({ type: 'success' })
    expect(await executedRefunds(dataDir)).toHaveLength(1)
  })

  it('RX-6 executes the same decision once under any number of runs, and no other one after it', async () => {
    const { url, dataDir } = await agentOf()
    const { interruptId } = await proposeRefund(url)
    const first = await run(url, { resume: [approve(interruptId)] })
    const again = await run(url, { resume: [approve(interruptId)] })
    expect(ofType(again.events, 'TOOL_CALL_RESULT')).toEqual(ofType(first.events, 'TOOL_CALL_RESULT'))
    const other = await run(url, { resume: [resolved(interruptId, { approved: false })] })
    expect(errorOf(other.events).code).toBe('interrupt-already-answered')
    expect(errorOf((await run(url, { resume: [cancelled(interruptId)] })).events).code).toBe(
      'interrupt-already-answered',
    )
    expect(await executedRefunds(dataDir)).toHaveLength(1)
  })

  it('RX-6 gives a snapshot in the middle of a repetition nothing twice', async () => {
    const { url } = await agentOf()
    const { interruptId } = await proposeRefund(url)
    await run(url, { resume: [approve(interruptId)] })
    const before = await snapshotOf(url)
    const repeated = await (await start(url, { runId: 'again', resume: [approve(interruptId)] })).rest()
    expect(ofType(eventsOf(repeated), 'TEXT_MESSAGE_CONTENT').length).toBeGreaterThan(0)
    expect((await snapshotOf(url)).messages).toEqual(before.messages)
  })

  it('RX-7 runs what was shown and nothing else', async () => {
    const { url, dataDir } = await agentOf()
    const { interrupt, interruptId } = await proposeRefund(url)
    const shown = interrupt.metadata?.['agui-kit']
    const args = { orderId: 'A1024', amount: 128, reason: 'Requested by the customer' }
    expect(shown).toMatchObject({ argsSha256: toArgsSha256(args) })
    const echo = (argsSha256: string, payload: object = { approved: true }) => ({
      ...resolved(interruptId, payload as never),
      metadata: ofKit({ argsSha256 }),
    })
    const changed = await run(url, { resume: [echo(toArgsSha256({ ...args, amount: 12 }))] })
    expect(errorOf(changed.events)).toMatchObject({
      code: 'arguments-changed',
      metadata: ofKit({ interruptIds: [interruptId], argsSha256: toArgsSha256(args) }),
    })
    expect(await executedRefunds(dataDir)).toEqual([])
    expect((await snapshotOf(url)).interrupts).toEqual([{ interrupt, runId: expect.any(String) }])
    // Edits start from what was shown, so it is the proposal that is echoed.
    const editedArgs = { ...args, amount: 100 }
    const edited = await run(url, { resume: [echo(toArgsSha256(args), { approved: true, editedArgs })] })
    expect(outcomeOf(edited.events)).toEqual({ type: 'success' })
    expect(await executedRefunds(dataDir)).toMatchObject([{ amount: 100 }])
  })

  it('RX-7 lets a denial through, since nothing will run', async () => {
    const { url } = await agentOf()
    const { interruptId } = await proposeRefund(url)
    const entry = { ...resolved(interruptId, { approved: false }), metadata: ofKit({ argsSha256: 'other' }) }
    expect(outcomeOf((await run(url, { resume: [entry] })).events)).toEqual({ type: 'success' })
  })

  it('RX-8 shows that it is alive to a reader that came back, too', async () => {
    const { url } = await agentOf({ heartbeatMs: 20, retryMs: 700, mcpTimeoutMs: 500 })
    const first = await start(url, { runId: 'r', messages: [says('timeout')] })
    const { id } = await first.until(({ event }) => event.type === 'TOOL_CALL_END')
    await first.leave()
    const body = await (await reattach(url, 'r', id)).response.text()
    expect(body.startsWith('retry: 700\n\n')).toBe(true)
    expect(body.split('\n').filter((line) => line.startsWith(':')).length).toBeGreaterThan(2)
  })

  it('RX-8 refuses more runs than it can take, but answers for those it has', async () => {
    const { url } = await agentOf({ maxActiveRuns: 1, paceMs: 5 })
    const body = toBody({ runId: 'r', threadId: 'busy', messages: [says('long answer')] })
    const live = await post(url, body)
    await live.until(isText)
    const refused = await post(url, toBody({ threadId: 'other' }))
    expect(refused.response.status).toBe(503)
    expect(refused.response.headers.get('retry-after')).toBe('1')
    expect(await refused.response.json()).toMatchObject({ code: 'overloaded' })
    const again = await post(url, body)
    expect(again.response.status).toBe(200)
    await cancel(url, 'r', 'busy')
    expect(await again.rest()).toEqual(await live.rest())
  })

  it('RX-9 begins one of many runs that arrive at once', async () => {
    const { url } = await agentOf({ paceMs: 2 })
    const inputs = ['a', 'b', 'c', 'd'].map((runId) => toBody({ runId, messages: [says('progress')] }))
    const answers = await Promise.all(inputs.map((input) => post(url, input)))
    const statuses = answers.map(({ response }) => response.status).toSorted()
    expect(statuses).toEqual([200, 409, 409, 409])
    const winner = answers.find(({ response }) => response.status === 200)
    const frames = (await winner?.rest()) ?? []
    const [started] = ofType(eventsOf(frames), 'RUN_STARTED')
    for (const { response } of answers.filter((answer) => answer !== winner)) {
      expect(response.headers.get('retry-after')).toBe('1')
      expect(await response.json()).toMatchObject({ code: 'run-active', runId: started?.runId })
    }
    // Whoever has seen the end may go on at once.
    expect((await post(url, toBody({ messages: [says('hello')] }))).response.status).toBe(200)
  })

  it('RX-10 names what is wrong by its code, and starts nothing', async () => {
    let nowMs = Date.parse('2026-12-01T08:00:00Z')
    const { url, dataDir } = await agentOf({ now: () => nowMs, approvalTtlMs: 60_000 })
    const asked = await run(url, { messages: [says('refund A1024 and A1077')] })
    const [a = '', b = ''] = interruptsOf(asked.events).map(({ id }) => id)
    const codeOf = async (resume?: readonly ReturnType<typeof approve>[]) => {
      const input = resume === undefined ? { messages: [says('hello')] } : { resume }
      const error = errorOf((await run(url, input)).events)
      expect(error.message).not.toMatch(/\bat .*:\d+|Error:/)
      return error.code
    }
    const wrongHash = { ...approve(b), metadata: ofKit({ argsSha256: '0' }) }
    expect(await codeOf()).toBe('interrupts-open')
    expect(await codeOf([approve(a)])).toBe('resume-incomplete')
    expect(await codeOf([approve(a), approve('none')])).toBe('interrupt-unknown')
    expect(await codeOf([approve(a), resolved(b, {})])).toBe('payload-invalid')
    expect(await codeOf([approve(a), wrongHash])).toBe('arguments-changed')
    nowMs += 60_000
    expect(await codeOf([approve(a), approve(b)])).toBe('interrupt-expired')
    expect(await executedRefunds(dataDir)).toEqual([])
    const { events } = await run(url, { resume: [cancelled(a), cancelled(b)] })
    expect(outcomeOf(events)).toEqual({ type: 'success' })
    expect(await codeOf([approve(a), cancelled(b)])).toBe('interrupt-already-answered')
    expect((await snapshotOf(url)).lastRun).toMatchObject({ error: { code: 'interrupt-already-answered' } })
  })

  it('RX-10 tells readers that a run was interrupted when its agent is stopped', async () => {
    const agent = await agentOf({ paceMs: 5 })
    const live = await start(agent.url, { runId: 'r', messages: [says('long answer')] })
    await live.until(isText)
    const seen = live.rest()
    await agent.close()
    expectWhole(await seen)
    expect((await seen).at(-1)?.event).toMatchObject({ type: 'RUN_ERROR', code: 'interrupted' })
    if (kind === 'redis') return
    const next = await startAgent({ dataDir: agent.dataDir })
    const { messages, lastRun } = await snapshotOf(next.url)
    expect(lastRun).toMatchObject({ runId: 'r', error: { code: 'interrupted' } })
    const last = live.frames.findLast(isText)
    const rest = await (await reattach(next.url, 'r', last?.id)).rest()
    expect(rest.at(-1)?.event).toMatchObject({ type: 'RUN_ERROR', code: 'interrupted' })
    const text = textOf(eventsOf([...live.frames.slice(0, (last?.index ?? 0) + 1), ...rest]))
    expect(messages.at(-1)).toMatchObject({ content: text })
  })

  it('answers for a thread that is not the caller’s as if there were none', async () => {
    const { url } = await agentOf({ mayUse: (request) => request.headers.get('authorization') === 'mine' })
    const body = JSON.stringify(toBody({ runId: 'r', messages: [says('hello')] }))
    const headers = { 'content-type': 'application/json', authorization: 'mine' }
    await (await fetch(url, { method: 'POST', headers, body })).text()
    for (const path of ['', '/runs/r', '/runs/r/events', '/tool-results/x']) {
      const mine = await fetch(`${url}/threads/t${path}`, { headers })
      expect(mine.status).toBe(path === '/tool-results/x' ? 404 : 200)
      await mine.text()
      const response = await fetch(`${url}/threads/t${path}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'not-found' })
    }
    expect((await cancel(url, 'r')).status).toBe(404)
    expect((await post(url, JSON.parse(body))).response.status).toBe(404)
  })
})
