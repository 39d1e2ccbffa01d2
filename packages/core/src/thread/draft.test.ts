import { describe, expect, it } from 'vitest'
import { freezeThread } from '../../test/frozen.ts'
import { warning } from '../issue.ts'
import type { Message } from '../protocol/message.ts'
import {
  append,
  createDraft,
  edit,
  insert,
  type Mutable,
  peek,
  publish,
  rearrange,
  replaceThread,
  report,
} from './draft.ts'
import { BLOCK_SIZE, messageAt, messageOf, toMessageList, toMessages } from './message-list.ts'
import { emptyThread } from './thread.ts'

const message = (id: string, content = id): Message => ({ id, role: 'user', content })
const many = (count: number): Message[] => Array.from({ length: count }, (_, at) => message(`m${at}`))
const draftOf = (messages: readonly Message[]) =>
  createDraft(freezeThread({ ...emptyThread('t'), messages: toMessageList(messages) }), () => 0)

describe('a list of messages', () => {
  it('finds by position and by id across its blocks, and nothing outside', () => {
    const list = toMessageList(many(BLOCK_SIZE + 1))
    expect(list.blocks.map((block) => block.length)).toEqual([BLOCK_SIZE, 1])
    expect(messageAt(list, BLOCK_SIZE)?.id).toBe(`m${BLOCK_SIZE}`)
    expect(messageAt(list, -1)).toBeUndefined()
    expect(messageAt(list, BLOCK_SIZE + 1)).toBeUndefined()
    expect(messageOf(list, 'm3')?.id).toBe('m3')
    expect(messageOf(list, 'ghost')).toBeUndefined()
    expect(toMessages(list)).toBe(toMessages(list))
  })

  it('that was published does not find what came later, though it shares its index', () => {
    const draft = draftOf([message('a')])
    append(draft, message('b'))
    const before = publish(draft).thread.messages
    append(draft, message('c'))
    const after = publish(draft).thread.messages
    expect(after.index).toBe(before.index)
    expect(messageOf(before, 'c')).toBeUndefined()
    expect(messageOf(after, 'c')?.id).toBe('c')
  })
})

describe('a draft', () => {
  it.each([0, 1, BLOCK_SIZE - 1, BLOCK_SIZE, BLOCK_SIZE * 2])(
    'edits a thread of %i messages without touching what was published',
    (count) => {
      const draft = draftOf(many(count))
      const before = publish(draft).thread
      append(draft, message('new'))
      const { thread, changed } = publish(draft)
      expect(toMessages(thread.messages).map(({ id }) => id)).toEqual([
        ...many(count).map(({ id }) => id),
        'new',
      ])
      expect([...changed]).toEqual(['messages', 'message:new'])
      expect(before.messages.size).toBe(count)
      freezeThread(thread)
      const held = edit(draft, 'new') as Mutable<Extract<Message, { role: 'user' }>>
      held.content = 'other'
      expect(messageOf(thread.messages, 'new')).toEqual(message('new'))
      expect(messageOf(publish(draft).thread.messages, 'new')).toEqual(message('new', 'other'))
    },
  )

  it('inserts anywhere, and keeps ids, index and blocks in step', () => {
    for (const position of [0, 1, BLOCK_SIZE, BLOCK_SIZE + 3, 999]) {
      const draft = draftOf(many(BLOCK_SIZE + 5))
      insert(draft, position, message('new'))
      const { messages } = publish(draft).thread
      const expected = many(BLOCK_SIZE + 5)
      expected.splice(position, 0, message('new'))
      expect(toMessages(messages)).toEqual(expected)
      expect(messages.ids).toEqual(expected.map(({ id }) => id))
      for (const { id } of expected) expect(messageOf(messages, id)?.id).toBe(id)
    }
  })

  it('tells those who look at a message that it has gone', () => {
    const draft = draftOf(many(3))
    rearrange(draft, [message('m2')])
    expect([...publish(draft).changed].sort()).toEqual(['message:m0', 'message:m1', 'messages'])
    expect(peek(draft, 'm0')).toBeUndefined()
    expect(edit(draft, 'm0')).toBeUndefined()
  })

  it('publishes the same thread when nothing has changed', () => {
    const draft = draftOf(many(2))
    const first = publish(draft).thread
    expect(publish(draft)).toEqual({ thread: first, changed: new Set() })
    expect(publish(draft).thread).toBe(first)
  })

  it('keeps the latest hundred issues', () => {
    const draft = draftOf([])
    for (let n = 0; n < 150; n++) report(draft, warning('event-unknown', `${n}`))
    const { issues } = publish(draft).thread
    expect(issues).toHaveLength(100)
    expect(issues.at(0)?.message).toBe('50')
    expect(issues.at(-1)?.message).toBe('149')
  })

  it('takes another thread in place of all, and says so to everyone', () => {
    const draft = draftOf([message('a')])
    replaceThread(draft, { ...emptyThread('t'), messages: toMessageList([message('b')]), state: 1 })
    const { thread, changed } = publish(draft)
    expect(toMessages(thread.messages)).toEqual([message('b')])
    expect(thread.state).toBe(1)
    for (const key of ['message:a', 'message:b', 'messages', 'state', 'run', 'interrupts'] as const)
      expect(changed.has(key)).toBe(true)
  })

  it('two drafts of one thread do not write into each other', () => {
    const list = toMessageList([message('a')])
    const [one, two] = [0, 1].map(() => createDraft({ ...emptyThread('t'), messages: list }, () => 0))
    if (one === undefined || two === undefined) throw new Error()
    append(one, message('b'))
    append(two, message('c'))
    expect(messageOf(publish(one).thread.messages, 'c')).toBeUndefined()
    expect(list.index.size).toBe(1)
  })
})
