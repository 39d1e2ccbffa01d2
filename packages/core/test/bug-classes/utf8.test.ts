// The class: a character that the network cut in two becomes replacement characters.

import {
  runFinished,
  runStarted,
  stateSnapshot,
  textContent,
  textMessage,
  textStart,
  toolCall,
  toSse,
} from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { argsOf, bytes, meet, textsOf, whole } from './live.ts'

/** Two, three and four bytes, joined emoji, combining marks, right to left, and separators JSON leaves as they are. */
const hard = 'Ærøskøbing 港の灯 🛶👩🏽‍🚀 e\u0301 שלום \u2028\u2029 𝒳'

describe('text of an answer', () => {
  it('is whole in messages, arguments, names and state, although every byte comes alone', async () => {
    const events = [
      ...textMessage('m', hard, hard),
      ...toolCall('c', 'føj_til', { [hard]: hard }),
      stateSnapshot({ [hard]: [hard] }),
    ]
    const { session, messages, thread } = await meet([whole(events, undefined, { chunking: 'bytewise' })])
    expect(await session.send(hard)).toMatchObject({ kind: 'finished' })
    expect(textsOf(messages()).slice(0, 2)).toEqual([hard, hard + hard])
    expect(JSON.parse(argsOf(messages())[0] ?? '')).toEqual({ [hard]: hard })
    expect(thread().state).toEqual({ [hard]: [hard] })
    expect(JSON.stringify(messages())).not.toContain('\ufffd')
  })

  it('ends before the character in which the connection broke, without a mark of the break in it', async () => {
    const head = toSse(runStarted({ threadId: 't', runId: 'id2' })) + toSse(textStart('m'))
    const body = Buffer.from(head + toSse(textContent('m', 'Fisk: ')) + toSse(textContent('m', '🐟')))
    const inFish = body.indexOf(Buffer.from('🐟')) + 2
    for (const ended of ['end', 'error'] as const) {
      const { session, messages } = await meet([bytes([body.subarray(0, inFish)], ended)])
      expect(await session.send('?')).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
      expect(textsOf(messages())).toEqual(['?', 'Fisk: '])
    }
  })

  it('loses only the bytes that are no UTF-8, and nothing after them', async () => {
    const ids = { threadId: 't', runId: 'id2' }
    const events = [runStarted(ids), ...textMessage('m', 'caf#', ' au lait'), runFinished(undefined, ids)]
    const body = Buffer.from(events.map((event) => toSse(event)).join(''))
    // One byte of Latin-1 where two of UTF-8 belong.
    body[body.indexOf('#')] = 0xe9
    const { session, messages } = await meet([bytes([body])])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(textsOf(messages())).toEqual(['?', 'caf\ufffd au lait'])
  })
})

describe('text of a person', () => {
  it('reaches the agent as it was written, and comes back from the thread as it was', async () => {
    const { session, inputs } = await meet([whole(textMessage('m', hard)), whole([])])
    await session.send(hard)
    await session.send('again')
    expect(textsOf(inputs()[1]?.messages ?? [])).toEqual([hard, hard, 'again'])
  })
})
