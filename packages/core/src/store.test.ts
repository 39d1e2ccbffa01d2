import {
  createManualClock,
  runFinished,
  runStarted,
  textContent,
  textMessage,
  textStart,
} from '@agui-kit/testing'
import { describe, expect, it, vi } from 'vitest'
import { freezeThread } from '../test/frozen.ts'
import { createPipeline } from './pipeline/pipeline.ts'
import { createSessionStore } from './store.ts'
import { createDraft } from './thread/draft.ts'
import { messageOf } from './thread/message-list.ts'
import type { SessionSnapshot, SnapshotKey } from './thread/snapshot.ts'
import { emptyThread, type Thread } from './thread/thread.ts'

const setUp = (messageCount = 0) => {
  const clock = createManualClock()
  const thread = emptyThread('t')
  const draft = createDraft(thread, clock.now)
  const initial: SessionSnapshot = { thread, phase: 'new', connection: { kind: 'idle' }, clockSkewMs: 0 }
  const store = createSessionStore(draft, initial, clock)
  const pipeline = createPipeline(draft, { strictness: 'strict' })
  const push = (...events: readonly object[]): void => {
    pipeline.push(events.map((event) => ({ data: JSON.stringify(event) })))
    store.touch()
  }
  push(runStarted())
  for (let at = 0; at < messageCount; at++) push(...textMessage(`old${at}`, 'x'))
  clock.frame()
  clock.frame()
  clock.frame()
  return { clock, draft, store, push }
}

/** What two snapshots do not share: ids of messages, and the number of blocks. */
function differences(
  before: Thread,
  after: Thread,
): { readonly messages: readonly string[]; readonly blocks: number } {
  const { blocks, ids } = after.messages
  return {
    messages: ids.filter((id) => messageOf(before.messages, id) !== messageOf(after.messages, id)),
    blocks: blocks.filter((block, at) => block !== before.messages.blocks[at]).length,
  }
}

describe('the published thread', () => {
  it('differs after a delta in one message and one block, whatever its length', () => {
    const { clock, store, push } = setUp(500)
    push(textStart('m'), textContent('m', 'a'))
    clock.frame()
    const before = freezeThread(store.get().thread)
    push(textContent('m', 'b'))
    clock.frame()
    const after = store.get().thread
    expect(differences(before, after)).toEqual({ messages: ['m'], blocks: 1 })
    expect(after.messages.ids).toBe(before.messages.ids)
    for (const key of [
      'state',
      'run',
      'steps',
      'toolCalls',
      'streaming',
      'interrupts',
      'decisions',
      'issues',
    ] as const)
      expect(after[key]).toBe(before[key])
    expect(messageOf(before.messages, 'm')).toMatchObject({ content: 'a' })
  })

  it('is published at once after a quiet frame, then once a frame, and at once when somebody waits for it', () => {
    const { clock, store, push } = setUp()
    const publish = vi.fn()
    store.subscribe('thread', publish)
    push(textStart('m'))
    expect(publish).toHaveBeenCalledTimes(1)
    for (let n = 0; n < 100; n++) push(textContent('m', 'x'))
    expect(publish).toHaveBeenCalledTimes(1)
    clock.frame()
    expect(publish).toHaveBeenCalledTimes(2)
    push(textContent('m', 'y'))
    expect(publish).toHaveBeenCalledTimes(2)
    push({ type: 'TEXT_MESSAGE_END', messageId: 'm' }, runFinished())
    expect(publish).toHaveBeenCalledTimes(3)
    expect(store.get().thread.run.kind).toBe('finished')
  })

  it('sets no frame when nothing changes', () => {
    const { clock, store } = setUp()
    store.touch()
    expect(clock.waiting()).toBe(0)
  })

  it('wakes those who look at what changed, and no others', () => {
    const { clock, store, push } = setUp()
    push(...textMessage('m', 'a'), textStart('n'))
    clock.frame()
    clock.frame()
    const woken: SnapshotKey[] = []
    const keys = [
      'thread',
      'messages',
      'message:m',
      'message:n',
      'state',
      'run',
      'toolCall:c',
      'phase',
    ] as const
    for (const key of keys) store.subscribe(key, () => woken.push(key))
    push(textContent('n', 'b'))
    clock.frame()
    expect(woken.sort()).toEqual(['message:n', 'thread'])
    woken.length = 0
    store.set({ phase: 'ready' })
    expect(woken.sort()).toEqual(['phase', 'thread'])
  })

  it('lets a listener leave, or leave another, while it is being called', () => {
    const { store } = setUp()
    const second = vi.fn()
    const leaveFirst = store.subscribe('phase', () => {
      leaveFirst()
      leaveSecond()
    })
    const leaveSecond = store.subscribe('phase', second)
    store.set({ phase: 'ready' })
    store.set({ phase: 'closed' })
    expect(second.mock.calls.length).toBeLessThanOrEqual(1)
  })

  it('leaves no frame when it is closed', () => {
    const { clock, store, push } = setUp()
    push(textStart('m'))
    expect(clock.waiting()).toBe(1)
    store.close()
    expect(clock.waiting()).toBe(0)
  })
})
