// The class: something that every run adds and nothing takes away, or a buffer that has no end.
import { getEventListeners } from 'node:events'
import { createPartialJson, resumeExtension } from '@agui-kit/core'
import { createManualClock, runStarted, textContent, textMessage, textStart } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { begun, held, idsOf, type LiveOptions, meet, raw, type Turn, textsOf, whole } from './live.ts'
import { meetResumable, numbered } from './reconnecting.ts'

/** Signals the session gave to `fetch`, in order. */
function watched(): { readonly signals: readonly AbortSignal[]; readonly options: LiveOptions } {
  const signals: AbortSignal[] = []
  return {
    signals,
    options: {
      http: {
        fetch: (url, init) => {
          const { signal } = init
          if (!signal) return fetch(url, init)
          signals.push(signal)
          // The platform's own fetch listens to the signal it is given as long as that lives; what is counted is ours.
          return fetch(url, { ...init, signal: AbortSignal.any([signal]) })
        },
      },
    },
  }
}

describe('after a run', () => {
  it.each<readonly [string, Turn]>([
    ['succeeded', whole(textMessage('m', 'Hi.'))],
    ['failed', raw(['no'], { status: 500 })],
    ['broke off', begun(textMessage('m', 'Hi.'))],
    ['was stopped', held(textMessage('m', 'Hi.'))],
  ])('that %s, nothing listens to its signal, and no timer waits', async (what, turn) => {
    const { signals, options } = watched()
    const clock = createManualClock()
    const live = await meet([turn, turn, turn], { ...options, clock })
    for (let n = 0; n < 3; n++) {
      const run = live.session.send('?')
      if (what === 'was stopped') {
        await expect.poll(() => clock.frame() >= 0 && live.thread().run.kind).toBe('running')
        live.session.stop()
      }
      await run
    }
    await live.session.close()
    expect(signals).toHaveLength(3)
    for (const signal of signals) {
      await expect.poll(() => getEventListeners(signal, 'abort').length).toBe(0)
    }
    expect(clock.waiting()).toBe(0)
  })

  it('a listener that was taken back is not called again, and one of a closed session neither', async () => {
    const live = await meet([whole(textMessage('m', 'Hi.')), whole(textMessage('n', 'Ho.'))])
    let calls = 0
    const forget = live.session.subscribe('messages', () => {
      calls += 1
    })
    await live.session.send('?')
    forget()
    const before = calls
    await live.session.send('?')
    expect(calls).toBe(before)
    live.session.subscribe('thread', () => expect.unreachable())
    live.session.observe(() => expect.unreachable())
  })
})

describe('what an agent sends without an end', () => {
  it('in one event is cut off at a bound, in words, and the connection is given back', async () => {
    const endless = [`data: {"type":"RAW","event":"`, ...Array.from({ length: 40 }, () => 'x'.repeat(5_000))]
    const live = await meet(
      [raw(endless, { ended: 'aborted-by-client' }), whole(textMessage('m', 'Better.'))],
      {
        http: { maxFrameChars: 50_000 },
      },
    )
    expect(await live.session.send('?')).toMatchObject({
      kind: 'failed',
      failure: { source: 'transport', code: 'transport-frame-too-large', details: { limit: 50_000 } },
    })
    await live.agent.requests[0]?.closed
    expect(await live.session.retry()).toMatchObject({ kind: 'finished' })
  })

  it('in one event is not asked for again from a server that would only send it again', async () => {
    const live = await meetResumable(
      {
        post: ({ input }) =>
          numbered(input.runId, 0, [
            runStarted(idsOf(input)),
            ...textMessage('m', 'So far.'),
            textMessage('n', 'x'.repeat(60_000))[1] ?? {},
          ]),
      },
      { http: { resume: resumeExtension, maxFrameChars: 50_000 } },
    )
    expect(await live.session.send('?')).toMatchObject({ failure: { code: 'transport-frame-too-large' } })
    expect(textsOf(live.messages())).toEqual(['?', 'So far.'])
    expect(live.lastEventIds()).toEqual([])
  })

  it('in mistakes leaves a hundred of them in the thread, and each is short', async () => {
    const events = Array.from({ length: 500 }, (_, n) => ({ type: `${'NOVEL'.repeat(1_000)}${n}` }))
    const live = await meet([whole(events, undefined, { chunking: 'single' })])
    expect(await live.session.send('?')).toMatchObject({ kind: 'finished' })
    expect(live.thread().issues).toHaveLength(100)
    expect(JSON.stringify(live.thread().issues).length).toBeLessThan(200_000)
  })

  it('in small pieces costs one message and wakes its readers once a frame, not once a piece', async () => {
    const clock = createManualClock()
    let woken = 0
    const pieces = Array.from({ length: 3_000 }, () => textContent('m', 'ab'))
    const live = await meet([whole([textStart('m'), ...pieces], undefined, { chunking: 'single' })], {
      clock,
    })
    live.session.subscribe('messages', () => {
      woken += 1
    })
    await live.session.send('?')
    expect(live.messages().at(-1)).toMatchObject({ content: 'ab'.repeat(3_000) })
    // No frame passed: what is left are the moments that are shown at once.
    expect(woken).toBeLessThan(10)
  })

  it('in depth is refused before it exhausts the stack', () => {
    const json = createPartialJson()
    json.feed('['.repeat(100_000))
    expect(json.failed).toBe(true)
  })
})
