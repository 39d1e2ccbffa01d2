// The class: something went wrong and the person sees nothing, or sees it going on for ever.
import type { RunState } from '@agui-kit/core'
import { runError, textContent, textMessage, textStart } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { begun, exactly, meet, raw, type Turn, textsOf, whole } from './live.ts'
import { status } from './reconnecting.ts'

const answer = (code: number, type: string, body: string, headers = {}): Turn =>
  raw([body], { status: code, headers: { 'content-type': type, ...headers } })

/** What a screen can tell the person. */
const told = (run: RunState): object | undefined =>
  run.kind === 'failed' ? { code: run.failure.code, ...run.failure.details } : undefined

describe('what goes wrong', () => {
  it.each<readonly [string, Turn, object]>([
    [
      'a server that broke',
      answer(500, 'application/json', '{"error":"db down"}'),
      { code: 'transport-http-status', status: 500, bodyExcerpt: '{"error":"db down"}' },
    ],
    [
      'a server that has too much to do',
      answer(429, 'text/plain', 'slow down', { 'retry-after': '7' }),
      { code: 'transport-http-status', status: 429, retryAfterMs: 7_000 },
    ],
    [
      'a page to sign in instead of an answer',
      answer(200, 'text/html; charset=utf-8', '<html><h1>Sign in</h1></html>'),
      { code: 'transport-not-a-stream', contentType: 'text/html; charset=utf-8' },
    ],
    ['an answer of JSON', answer(200, 'application/json', '{"ok":true}'), { code: 'transport-not-a-stream' }],
    ['an answer of nothing', () => status(204), { code: 'transport-empty' }],
    ['a stream of nothing', raw([]), { code: 'transport-empty' }],
    ['a stream of comments', raw([': hi\n\n', ': bye\n\n']), { code: 'transport-empty' }],
  ])('before any event is told at once, with its facts, and asked once: %s', async (_what, turn, facts) => {
    const live = await meet([turn, whole(textMessage('m', 'Here I am.'))])
    expect(told(await live.session.send('?'))).toMatchObject(facts)
    expect(live.agent.requests).toHaveLength(1)
    expect(textsOf(live.messages())).toEqual(['?'])
    // Whatever it was, the thread is usable.
    expect(await live.session.retry()).toMatchObject({ kind: 'finished' })
    expect(textsOf(live.messages())).toEqual(['?', 'Here I am.'])
  })

  it('at a server that is not there is told, and the message that was sent is kept', async () => {
    const live = await meet([])
    await live.agent.close()
    expect(told(await live.session.send('?'))).toMatchObject({ code: 'transport-unreachable' })
    expect(textsOf(live.messages())).toEqual(['?'])
  })

  it.each<readonly [string, Turn]>([
    ['first thing', exactly([runError('No credit left.', { code: 'quota' })])],
    [
      'in the middle of a message',
      begun([textStart('m'), textContent('m', 'So'), runError('No credit left.', { code: 'quota' })], {
        ended: 'end',
      }),
    ],
    ['and the connection breaks with it', begun([runError('No credit left.', { code: 'quota' })])],
  ])('at the agent is told in its own words: %s', async (_when, turn) => {
    const live = await meet([turn, whole([])])
    const seen: RunState[] = []
    live.session.observe((observation) => observation.kind === 'run' && seen.push(observation.run))
    const run = await live.session.send('?')
    expect(run).toMatchObject({
      kind: 'failed',
      failure: { source: 'agent', code: 'quota', message: 'No credit left.' },
    })
    expect(seen).toEqual([run])
    expect(live.thread().streaming.size).toBe(0)
    expect(await live.session.send('again')).toMatchObject({ kind: 'finished' })
  })

  it('in what the application does with an issue, a run or a change does not stop the run', async () => {
    const boom = () => (): never => {
      throw new Error('a mistake of the application')
    }
    const live = await meet(
      [whole([{ type: 'UNKNOWN' }, ...textMessage('m', 'All of it.'), { type: 'UNKNOWN' }]), whole([])],
      { onIssue: boom() },
    )
    live.session.observe(boom())
    live.session.subscribe('messages', boom())
    live.session.subscribe('run', boom())
    expect(await live.session.send('?')).toMatchObject({ kind: 'finished' })
    expect(textsOf(live.messages())).toEqual(['?', 'All of it.'])
    expect(await live.session.send('again')).toMatchObject({ kind: 'finished' })
    // Each is told of once, where the others can see it.
    const told = live.thread().issues.filter(({ code }) => code === 'observer-threw')
    expect(told).toHaveLength(4)
  })
})
