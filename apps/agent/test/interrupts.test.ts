import { describe, expect, it } from 'vitest'
import { createThreadStore } from '../src/threads/thread-store.ts'
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
  send,
  startAgent,
  temporaryDir,
  textOf,
} from './harness.ts'

const approve = (interruptId: string) => resolved(interruptId, { approved: true })
const edited = (amount: number, orderId = 'A1024') => ({
  approved: true,
  editedArgs: { orderId, amount, reason: 'Partly used' },
})

async function startWithRefund(options: Parameters<typeof startAgent>[0] = {}, orderId = 'A1024') {
  const dataDir = await temporaryDir()
  const agent = await startAgent({ dataDir, ...options })
  return { dataDir, agent, url: agent.url, ...(await proposeRefund(agent.url, orderId)) }
}

describe('carrying a decision out', () => {
  it('refunds after an approval and sends nothing of the call but its result', async () => {
    const { url, dataDir, interrupt, interruptId, messages } = await startWithRefund()
    expect(await executedRefunds(dataDir)).toEqual([])
    const { events, messages: after, state } = await run(url, { messages, resume: [approve(interruptId)] })
    expect(outcomeOf(events)).toEqual({ type: 'success' })
    for (const type of ['TOOL_CALL_START', 'TOOL_CALL_ARGS', 'TOOL_CALL_END'] as const) {
      expect(ofType(events, type)).toEqual([])
    }
    const results = ofType(events, 'TOOL_CALL_RESULT')
    expect(results).toMatchObject([{ toolCallId: interrupt.toolCallId }])
    expect(JSON.parse(results[0]?.content ?? '')).toMatchObject({ refundId: 'R-1024-1', amount: 128 })
    expect(textOf(events)).toContain('¥128.00 of order A1024 is refunded')
    expect(state).toMatchObject({ step: 'refunded', order: { refunded: 128 } })
    expect(await executedRefunds(dataDir)).toMatchObject([{ orderId: 'A1024', amount: 128 }])
    // The result stands behind the call it answers, in front of the text that had asked.
    const index = after.findIndex(
      (message) => message.role === 'tool' && message.toolCallId === interrupt.toolCallId,
    )
    expect(after[index - 1]?.role).toBe('assistant')
    expect(after[index + 1]).toEqual(messages.at(-1))
  })

  it('continues the stored thread when the resume brings neither messages nor state', async () => {
    const { url, interruptId, state } = await startWithRefund()
    const { events } = await run(url, { resume: [approve(interruptId)] })
    expect(outcomeOf(events)).toEqual({ type: 'success' })
    expect(ofType(events, 'STATE_SNAPSHOT')[0]?.snapshot).toEqual(state)
    const next = await run(url, { messages: [says('Look up order A1024')] })
    expect(textOf(next.events)).toContain('¥128.00 was refunded')
  })

  it('replaces the arguments wholly by edited ones', async () => {
    const { url, dataDir, interruptId } = await startWithRefund()
    const { events } = await run(url, { resume: [resolved(interruptId, edited(80))] })
    expect(textOf(events)).toContain('¥80.00')
    const [result] = ofType(events, 'TOOL_CALL_RESULT')
    expect(result?.metadata).toEqual({ 'agui-kit': { editedArgs: edited(80).editedArgs } })
    expect(await executedRefunds(dataDir)).toMatchObject([{ amount: 80, reason: 'Partly used' }])
  })

  it('refunds nothing after a denial and explains', async () => {
    const { url, dataDir, interruptId } = await startWithRefund()
    const payload = { approved: false, reason: 'Wrong order' }
    const { events, state } = await run(url, { resume: [resolved(interruptId, payload)] })
    expect(outcomeOf(events)).toEqual({ type: 'success' })
    const [result] = ofType(events, 'TOOL_CALL_RESULT')
    expect(result?.metadata).toEqual({ 'agui-kit': { denied: true } })
    expect(JSON.parse(result?.content ?? '')).toMatchObject({ status: 'denied', reason: 'Wrong order' })
    expect(textOf(events)).toContain('Nothing was refunded')
    expect(state).toMatchObject({ step: 'denied' })
    expect(await executedRefunds(dataDir)).toEqual([])
  })

  it('refunds nothing after a cancellation', async () => {
    const { url, dataDir, interruptId } = await startWithRefund()
    const { events } = await run(url, { resume: [cancelled(interruptId)] })
    expect(outcomeOf(events)).toEqual({ type: 'success' })
    expect(ofType(events, 'TOOL_CALL_RESULT')[0]?.metadata).toEqual({ 'agui-kit': { cancelled: true } })
    expect(textOf(events)).toContain('cancelled')
    expect(await executedRefunds(dataDir)).toEqual([])
  })

  it('takes each of several decisions by itself', async () => {
    const dataDir = await temporaryDir()
    const { url } = await startAgent({ dataDir })
    const asked = await run(url, { messages: [says('refund A1024, A1077 and A1090')] })
    const [a, b, c] = interruptsOf(asked.events).map((interrupt) => interrupt.id)
    const resume = [approve(c ?? ''), resolved(a ?? '', { approved: false }), cancelled(b ?? '')]
    const { events } = await run(url, { messages: asked.messages, resume })
    expect(ofType(events, 'TOOL_CALL_RESULT').map((event) => event.metadata)).toEqual([
      undefined,
      { 'agui-kit': { denied: true } },
      { 'agui-kit': { cancelled: true } },
    ])
    expect(await executedRefunds(dataDir)).toMatchObject([{ orderId: 'A1090', amount: 1299 }])
  })

  it('goes on to the approval with the order that was named', async () => {
    const dataDir = await temporaryDir()
    const { url } = await startAgent({ dataDir })
    const asked = await run(url, { messages: [says('我要退款')] })
    const [question] = interruptsOf(asked.events)
    const answer = resolved(question?.id ?? '', { orderId: 'A1077' })
    const second = await run(url, { messages: asked.messages, resume: [answer] })
    const [approval] = interruptsOf(second.events)
    expect(approval).toMatchObject({ reason: 'tool_call', message: expect.stringContaining('A1077') })
    await run(url, { messages: second.messages, resume: [approve(approval?.id ?? '')] })
    expect(await executedRefunds(dataDir)).toMatchObject([{ orderId: 'A1077', amount: 59.9 }])
  })

  it('answers a cancelled question', async () => {
    const { url } = await startAgent()
    const asked = await run(url, { messages: [says('我要退款')] })
    const { events } = await run(url, { resume: [cancelled(interruptsOf(asked.events)[0]?.id ?? '')] })
    expect(textOf(events)).toContain('没有退款')
  })

  it('also answers what was said together with the decision', async () => {
    const { url, interruptId, messages } = await startWithRefund()
    const more = says('Look up order A1090')
    const { events } = await run(url, { messages: [...messages, more], resume: [approve(interruptId)] })
    expect(textOf(events)).toContain('is refunded')
    expect(textOf(events)).toContain('Walnut writing desk')
  })

  it('says that a refund timed out, and that it is not known whether it ran', async () => {
    const { mcp, url, dataDir } = await startWithSlowRefunds()
    const { interruptId } = await proposeRefund(url)
    const { events } = await run(url, { resume: [approve(interruptId)] })
    expect(ofType(events, 'TOOL_CALL_RESULT')[0]?.metadata).toEqual({
      'agui-kit': { isError: true, code: 'tool-timeout' },
    })
    expect(textOf(events)).toContain('not known')
    expect(outcomeOf(events)).toEqual({ type: 'success' })
    mcp.release()
    expect(await executedRefunds(dataDir)).toEqual([])
  })
})

describe('the contract of a resume', () => {
  it('refuses input without a resume while a question is open', async () => {
    const { url, interrupt, interruptId, messages } = await startWithRefund()
    const { events } = await run(url, { messages: [...messages, says('hello')] })
    expect(errorOf(events)).toMatchObject({
      code: 'interrupts-open',
      metadata: { 'agui-kit': { interruptIds: [interruptId], interrupts: [interrupt] } },
    })
  })

  it.each([
    ['interrupt-unknown', () => [approve('made-up')]],
    ['interrupt-unknown', (id: string) => [approve(id), approve('made-up')]],
    ['resume-incomplete', (id: string) => [approve(id), approve(id)]],
    ['resume-incomplete', (id: string) => [approve(id), cancelled(id)]],
  ])('refuses entries that do not fit: %s', async (code, entries) => {
    const { url, dataDir, interruptId } = await startWithRefund()
    const { events } = await run(url, { resume: entries(interruptId) })
    expect(errorOf(events).code).toBe(code)
    expect(errorOf(events).message).not.toMatch(/\bat .*:\d+/)
    expect(await executedRefunds(dataDir)).toEqual([])
    expect(outcomeOf((await run(url, { resume: [approve(interruptId)] })).events).type).toBe('success')
  })

  it('refuses the interrupt of another thread', async () => {
    const { url, interruptId } = await startWithRefund()
    const { events } = await run(url, { threadId: 'other', resume: [approve(interruptId)] })
    expect(errorOf(events).code).toBe('interrupt-unknown')
  })

  it('refuses answers to some of the open questions', async () => {
    const dataDir = await temporaryDir()
    const { url } = await startAgent({ dataDir })
    const asked = await run(url, { messages: [says('refund A1024 and A1077')] })
    const [first, second] = interruptsOf(asked.events)
    const { events } = await run(url, { resume: [approve(first?.id ?? '')] })
    expect(errorOf(events)).toMatchObject({
      code: 'resume-incomplete',
      metadata: { 'agui-kit': { interruptIds: [second?.id] } },
    })
    expect(await executedRefunds(dataDir)).toEqual([])
  })

  it.each([
    [{}, ['/approved']],
    [{ approved: 'yes' }, ['/approved']],
    [edited(128.01), ['/editedArgs/amount']],
    [edited(0), ['/editedArgs/amount']],
    [edited(10, 'A1077'), ['/editedArgs/orderId']],
    [{ approved: true, editedArgs: { amount: 5 } }, ['/editedArgs/orderId', '/editedArgs/reason']],
    [{ approved: true, editedArgs: { ...edited(5).editedArgs, to: 'me' } }, ['/editedArgs/to']],
    ['approved', ['/']],
  ])('refuses an answer that does not fit the schema: %j', async (payload, paths) => {
    const { url, dataDir, interruptId } = await startWithRefund()
    const { events } = await run(url, { resume: [resolved(interruptId, payload)] })
    expect(errorOf(events)).toMatchObject({ code: 'payload-invalid', metadata: { 'agui-kit': { paths } } })
    expect(errorOf(events).message).toContain(paths[0])
    expect(await executedRefunds(dataDir)).toEqual([])
  })

  it('refuses a resolved entry without an answer', async () => {
    const { url, interruptId } = await startWithRefund()
    const { events } = await run(url, { resume: [{ interruptId, status: 'resolved' }] })
    expect(errorOf(events).code).toBe('payload-invalid')
  })

  it('refuses an answer after the time is up, but lets it be cancelled', async () => {
    let nowMs = Date.parse('2026-12-01T08:00:00Z')
    const { url, dataDir, interruptId } = await startWithRefund({ now: () => nowMs, approvalTtlMs: 60_000 })
    nowMs += 60_000
    const late = await run(url, { resume: [approve(interruptId)] })
    expect(errorOf(late.events).code).toBe('interrupt-expired')
    const { events } = await run(url, { resume: [cancelled(interruptId)] })
    expect(outcomeOf(events)).toEqual({ type: 'success' })
    expect(await executedRefunds(dataDir)).toEqual([])
    expect(outcomeOf((await run(url, { messages: [says('hello')] })).events)).toEqual({ type: 'success' })
  })

  it('refuses another answer to what was answered, and speaks the language of the thread', async () => {
    const { url, dataDir, interruptId } = await startWithRefund()
    await run(url, { resume: [resolved(interruptId, { approved: false })] })
    const { events } = await run(url, { messages: [says('还是退吧')], resume: [approve(interruptId)] })
    expect(errorOf(events).code).toBe('interrupt-already-answered')
    expect(errorOf(events).message).toContain('第一次的答复有效')
    expect(await executedRefunds(dataDir)).toEqual([])
  })
})

describe('the same decision again', () => {
  it('yields the same result and runs nothing', async () => {
    const { url, dataDir, interruptId } = await startWithRefund()
    const first = await run(url, { resume: [resolved(interruptId, edited(80))] })
    const { editedArgs, approved } = edited(80)
    const sameInAnotherOrder = {
      editedArgs: { reason: editedArgs.reason, amount: 80, orderId: 'A1024' },
      approved,
    }
    const again = await run(url, { resume: [resolved(interruptId, sameInAnotherOrder)] })
    expect(ofType(again.events, 'TOOL_CALL_RESULT')).toEqual(ofType(first.events, 'TOOL_CALL_RESULT'))
    expect(textOf(again.events)).toBe(textOf(first.events))
    expect(outcomeOf(again.events)).toEqual(outcomeOf(first.events))
    expect(await executedRefunds(dataDir)).toHaveLength(1)
  })

  it('does not repeat to a client what it holds', async () => {
    const { url, interruptId, messages } = await startWithRefund()
    const first = await run(url, { messages, resume: [approve(interruptId)] })
    const again = await run(url, { messages: first.messages, resume: [approve(interruptId)] })
    expect(again.messages).toEqual(first.messages)
  })

  it('asks again what it had led to', async () => {
    const { url } = await startAgent()
    const asked = await run(url, { messages: [says('我要退款')] })
    const answer = resolved(interruptsOf(asked.events)[0]?.id ?? '', { orderId: 'A1077' })
    const second = await run(url, { messages: asked.messages, resume: [answer] })
    const again = await run(url, { messages: asked.messages, resume: [answer] })
    expect(interruptsOf(again.events)).toEqual(interruptsOf(second.events))
    expect(again.messages).toEqual(second.messages)
  })

  it('is the same after a restart, and so is an open question', async () => {
    const { agent, dataDir, interrupt, interruptId, messages } = await startWithRefund()
    await agent.close()
    const second = await startAgent({ dataDir })
    const refused = await run(second.url, { messages: [...messages, says('hello')] })
    expect(errorOf(refused.events).code).toBe('interrupts-open')
    const done = await run(second.url, { resume: [approve(interruptId)] })
    expect(ofType(done.events, 'TOOL_CALL_RESULT')[0]?.toolCallId).toBe(interrupt.toolCallId)
    await second.close()
    const third = await startAgent({ dataDir })
    const again = await run(third.url, { resume: [approve(interruptId)] })
    expect(ofType(again.events, 'TOOL_CALL_RESULT')).toEqual(ofType(done.events, 'TOOL_CALL_RESULT'))
    expect(await executedRefunds(dataDir)).toHaveLength(1)
  })

  it('is the only one possible once it was stored, even if a crash came before it ran', async () => {
    const { url, dataDir, interruptId } = await startWithRefund()
    const store = createThreadStore(dataDir)
    const thread = await store.load('t')
    const answer = { status: 'resolved' as const, payload: { approved: true }, runId: 'crashed' }
    const [record] = thread.interrupts
    if (record === undefined) throw new Error('Nothing was asked.')
    await store.save({ ...thread, interrupts: [{ ...record, answer }] })

    const denial = await run(url, { resume: [resolved(interruptId, { approved: false })] })
    expect(errorOf(denial.events).code).toBe('interrupt-already-answered')
    const { events } = await run(url, { resume: [approve(interruptId)] })
    expect(textOf(events)).toContain('is refunded')
    expect(await executedRefunds(dataDir)).toHaveLength(1)
  })

  it('goes on where a crash cut several decisions short', async () => {
    const dataDir = await temporaryDir()
    const { url } = await startAgent({ dataDir })
    const asked = await run(url, { messages: [says('refund A1024 and A1077')] })
    const ids = interruptsOf(asked.events).map((interrupt) => interrupt.id)
    const resume = ids.map(approve)
    const done = await run(url, { messages: asked.messages, resume })
    // As if the crash had come after the first refund: the second is not carried out, nothing was said.
    const store = createThreadStore(dataDir)
    const thread = await store.load('t')
    const [first, second] = thread.interrupts
    if (first === undefined || second?.settled?.kind !== 'executed') throw new Error('Nothing was executed.')
    const { settled, ...unsettled } = second
    const said = thread.resumptions.flatMap((resumption) => resumption.messageIds)
    await store.save({
      ...thread,
      messages: thread.messages.filter(({ id }) => id !== settled.messageId && !said.includes(id)),
      interrupts: [first, unsettled],
      resumptions: [],
    })
    const again = await run(url, { messages: asked.messages, resume })
    expect(ofType(again.events, 'TOOL_CALL_RESULT').map((event) => event.content)).toEqual(
      ofType(done.events, 'TOOL_CALL_RESULT').map((event) => event.content),
    )
    expect(textOf(again.events)).toBe(textOf(done.events))
    expect(await executedRefunds(dataDir)).toHaveLength(2)
  })

  it('executes once when it arrives twice at the same time', async () => {
    const { url, dataDir, interruptId } = await startWithRefund()
    const responses = await Promise.all([1, 2, 3].map(() => send(url, { resume: [approve(interruptId)] })))
    const statuses = responses.map((response) => response.status).toSorted()
    expect(statuses).toEqual([200, 409, 409])
    const refusals = responses.filter((response) => response.status === 409)
    for (const refusal of refusals) expect(await refusal.json()).toMatchObject({ code: 'run-active' })
    await responses.find((response) => response.status === 200)?.text()
    expect(await executedRefunds(dataDir)).toHaveLength(1)
  })
})

/** An agent whose refunds do not answer until they are released. */
async function startWithSlowRefunds() {
  const { startSlowTools } = await import('./slow-tools.ts')
  const dataDir = await temporaryDir()
  const mcp = await startSlowTools(dataDir)
  onCleanup(mcp.close)
  const agent = await startAgent({ dataDir, mcpUrl: mcp.url, mcpTimeoutMs: 2_000 })
  return { mcp, dataDir, agent, url: agent.url }
}
