import { runError, toolCall } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { KitError } from '../../src/error.ts'
import { createMemoryPersistence } from '../../src/persistence/memory.ts'
import type { Persistence } from '../../src/persistence/persistence.ts'
import { approval, createScene, interrupted, play, started } from '../scene.ts'
import { createScriptedTransport } from '../scripted-transport.ts'

const yes = { status: 'resolved', payload: { approved: true } } as const
const no = { status: 'resolved', payload: { approved: false } } as const

/** Persistence that writes down what was saved in the order of other things a test writes down. */
function createRecordedPersistence(log: string[]): Persistence {
  const inner = createMemoryPersistence()
  return {
    ...inner,
    save: async (key, text) => {
      await inner.save(key, text)
      const saved = JSON.parse(text) as { interrupts: { decision?: { delivery: string } }[] }
      log.push(`saved ${saved.interrupts.map((open) => open.decision?.delivery ?? 'open').join()}`)
    },
  }
}

describe('an interrupt', () => {
  it('P-105 is answered in the next input, stored before it is sent, and kept as accepted', async () => {
    const log: string[] = []
    const transport = createScriptedTransport()
    const scene = createScene({
      persistence: createRecordedPersistence(log),
      transport: {
        ...transport,
        open: (request) => {
          log.push(`sent ${request.input.resume?.length ?? 0}`)
          return transport.open(request)
        },
      },
    })
    const { session, thread } = scene
    await interrupted(scene, approval('i', { toolCallId: 'c' }))
    log.length = 0
    const run = session.answer('i', yes)
    const exchange = await transport.next()
    expect(exchange.input.resume).toEqual([{ interruptId: 'i', ...yes }])
    expect(log.lastIndexOf('saved sending')).toBeLessThan(log.indexOf('sent 1'))
    expect(log).toContain('saved sending')
    await play(exchange)
    expect(await run).toMatchObject({ kind: 'finished' })
    expect(thread().interrupts).toEqual([])
    expect(thread().decisions).toMatchObject([
      { interruptId: 'i', toolCallId: 'c', delivery: 'accepted', entry: { status: 'resolved' } },
    ])
  })

  it('is sent once, whatever is answered again: the first answer stands', async () => {
    const scene = createScene()
    const { session, transport, thread } = scene
    await interrupted(scene, approval('i'))
    const runs = [session.answer('i', yes), session.answer('i', yes), session.answer('i', no)]
    const exchange = await transport.next()
    const late = session.answer('i', no)
    await play(exchange)
    for (const run of [...runs, late]) expect(await run).toMatchObject({ kind: 'finished' })
    expect(transport.inputs).toHaveLength(2)
    expect(thread().decisions[0]?.entry).toEqual({ interruptId: 'i', ...yes })
  })

  it('P-105 waits for the answers to all that are open, and sends them together', async () => {
    const scene = createScene()
    const { session, transport, thread } = scene
    await interrupted(scene, approval('i'), approval('j'), approval('k'))
    const first = session.answer('j', no)
    await session.start()
    await expect.poll(() => thread().interrupts[1]?.decision?.delivery).toBe('queued')
    void session.answer('i', { status: 'cancelled' })
    await expect.poll(() => thread().interrupts[0]?.decision?.delivery).toBe('queued')
    expect(transport.inputs).toHaveLength(1)
    void session.answer('k', yes)
    const exchange = await transport.next()
    expect(exchange.input.resume).toEqual([
      { interruptId: 'i', status: 'cancelled' },
      { interruptId: 'j', ...no },
      { interruptId: 'k', ...yes },
    ])
    await play(exchange)
    expect(await first).toMatchObject({ kind: 'finished' })
    expect(thread().decisions.map((decision) => decision.interruptId)).toEqual(['i', 'j', 'k'])
  })

  it('can be answered anew after a queued answer was taken back', async () => {
    const scene = createScene()
    const { session, transport, thread } = scene
    await interrupted(scene, approval('i'), approval('j'))
    void session.answer('i', yes)
    await expect.poll(() => thread().interrupts[0]?.decision?.delivery).toBe('queued')
    session.revoke('i')
    expect(thread().interrupts[0]?.decision).toBeUndefined()
    void session.answer('i', no)
    void session.answer('j', yes)
    expect((await transport.next()).input.resume?.[0]).toEqual({ interruptId: 'i', ...no })
    session.revoke('i')
    expect(thread().interrupts[0]?.decision?.delivery).toBe('sending')
  })

  it('P-106 that is not open cannot be answered', async () => {
    const scene = createScene()
    await interrupted(scene, approval('i'))
    await expect(scene.session.answer('ghost', yes)).rejects.toMatchObject({
      code: 'interrupt-unknown',
      details: { interruptIds: ['ghost'] },
    })
    expect(scene.transport.inputs).toHaveLength(1)
  })

  it('P-17 a null answer cannot be sent, so it is an answer without one', async () => {
    const scene = createScene()
    await interrupted(scene, approval('i'))
    void scene.session.answer('i', { status: 'resolved', payload: null })
    expect((await scene.transport.next()).input.resume).toEqual([{ interruptId: 'i', status: 'resolved' }])
    expect(scene.thread().interrupts[0]?.decision?.entry).toEqual({ interruptId: 'i', status: 'resolved' })
    expect(scene.codes()).toEqual([])
  })

  it('P-108 that is past its deadline by the server’s clock can be cancelled and not resolved', async () => {
    const clockSkewMs = 60_000
    const scene = createScene({ transport: createScriptedTransport({ clockSkewMs }) })
    const { session, transport, thread, clock } = scene
    // In a minute by our clock; by the server's it is now.
    await interrupted(scene, approval('i', { expiresAt: new Date(clock.now() + clockSkewMs).toISOString() }))
    expect(session.getSnapshot().clockSkewMs).toBe(clockSkewMs)
    await expect(session.answer('i', yes)).rejects.toMatchObject({ code: 'interrupt-expired' })
    const run = session.answer('i', { status: 'cancelled' })
    await play(await transport.next())
    await run
    expect(thread().decisions).toMatchObject([{ entry: { status: 'cancelled' }, expired: true }])
  })

  it('P-108 a deadline that cannot be read never passes', async () => {
    const scene = createScene()
    await interrupted(scene, approval('i', { expiresAt: 'next tuesday' }))
    scene.clock.advance(1e12)
    void scene.session.answer('i', yes)
    expect((await scene.transport.next()).input.resume).toHaveLength(1)
  })

  it('is answerable again when the agent refused the answer', async () => {
    const scene = createScene()
    const { session, transport, thread } = scene
    await interrupted(scene, approval('i'))
    const run = session.answer('i', yes)
    const refusing = await transport.next()
    await refusing.push(started(refusing), runError('no', { code: 'payload-invalid' }))
    await refusing.end()
    expect(await run).toMatchObject({ kind: 'failed' })
    expect(thread().interrupts[0]?.decision).toMatchObject({
      delivery: 'failed',
      failure: { code: 'payload-invalid' },
    })
    const again = session.answer('i', no)
    const exchange = await transport.next()
    expect(exchange.input.resume).toEqual([{ interruptId: 'i', ...no }])
    await play(exchange)
    expect(await again).toMatchObject({ kind: 'finished' })
  })

  it('that the agent says has expired is expired, whatever our clock says', async () => {
    const scene = createScene()
    const { session, transport, thread } = scene
    await interrupted(scene, approval('i'))
    void session.answer('i', yes)
    const exchange = await transport.next()
    await exchange.push(started(exchange), runError('too late', { code: 'interrupt-expired' }))
    await exchange.end()
    await expect.poll(() => thread().interrupts[0]?.expired).toBe(true)
    await expect(session.answer('i', yes)).rejects.toMatchObject({ code: 'interrupt-expired' })
  })

  it('is answerable anew when the server refused the request', async () => {
    const scene = createScene()
    const { session, transport, thread } = scene
    await interrupted(scene, approval('i'))
    transport.refuseNext(new KitError('transport-http-status', 'no', { status: 422 }))
    await session.answer('i', yes)
    expect(thread().interrupts[0]?.decision?.delivery).toBe('failed')
    void session.answer('i', no)
    expect((await transport.next()).input.resume).toEqual([{ interruptId: 'i', ...no }])
  })

  it.each([
    ['transport-http-status', 403, 'failed'],
    ['transport-http-status', 429, 'failed'],
    // A proxy may say these after the agent had the request, and the active run may be this very decision.
    ['transport-http-status', 409, 'unconfirmed'],
    ['transport-http-status', 502, 'unconfirmed'],
    ['transport-http-status', 503, 'unconfirmed'],
    ['transport-unreachable', 0, 'unconfirmed'],
    ['transport-interrupted', 0, 'unconfirmed'],
    ['transport-not-a-stream', 200, 'unconfirmed'],
  ] as const)('whose answer met %s %i is %s', async (code, status, delivery) => {
    const scene = createScene()
    await interrupted(scene, approval('i'))
    scene.transport.refuseNext(new KitError(code, 'x', { status }))
    await scene.session.answer('i', yes)
    expect(scene.thread().interrupts[0]?.decision).toMatchObject({ delivery, failure: { code } })
  })

  it('P-111 whose answer may have arrived is sent again as it was, under a new run id', async () => {
    const scene = createScene()
    const { session, transport, thread } = scene
    await interrupted(scene, approval('i'))
    const run = session.answer('i', yes)
    const cut = await transport.next()
    await cut.push(started(cut))
    await cut.end()
    expect(await run).toMatchObject({ kind: 'truncated' })
    expect(thread().interrupts[0]?.decision?.delivery).toBe('unconfirmed')
    // It may run already: another answer now would be a second decision.
    const other = session.answer('i', no)
    const again = await transport.next()
    expect(again.input.resume).toEqual(cut.input.resume)
    expect(again.input.runId).not.toBe(cut.input.runId)
    await again.end()
    await other
    const retried = session.retry()
    const third = await transport.next()
    expect(third.input.resume).toEqual(cut.input.resume)
    await play(third)
    expect(await retried).toMatchObject({ kind: 'finished' })
  })

  it('keeps the arguments as proposed with the decision', async () => {
    const scene = createScene()
    const { session, transport, thread } = scene
    void session.send('refund')
    await play(await transport.next(), toolCall('c', 'refund', { amount: 5 }), {
      type: 'interrupt',
      interrupts: [approval('i', { toolCallId: 'c' })],
    })
    void session.answer('i', { status: 'resolved', payload: { approved: true, editedArgs: { amount: 3 } } })
    await play(await transport.next())
    await expect
      .poll(() => thread().decisions)
      .toMatchObject([{ toolCallId: 'c', proposedArgs: '{"amount":5}', interrupt: { id: 'i' } }])
  })

  it('of a resumed run replaces the one that was answered', async () => {
    const scene = createScene()
    const { session, transport, thread } = scene
    await interrupted(scene, approval('i'))
    void session.answer('i', yes)
    await play(await transport.next(), [], { type: 'interrupt', interrupts: [approval('j')] })
    await expect.poll(() => thread().interrupts.map((open) => open.interrupt.id)).toEqual(['j'])
    expect(thread().decisions).toMatchObject([{ interruptId: 'i', delivery: 'accepted' }])
  })
})
