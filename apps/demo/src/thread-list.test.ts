import { beforeEach, expect, it, vi } from 'vitest'
import { createThreadList, type ListedThread } from './thread-list.ts'

function createStorage(first?: string): Storage {
  let kept = first ?? null
  return {
    getItem: () => kept,
    setItem: (_key: string, text: string) => {
      kept = text
    },
  } as unknown as Storage
}

const thread = (id: string, extra: Partial<ListedThread> = {}): ListedThread => ({
  id,
  title: id,
  openCount: 0,
  updatedAtMs: 1,
  ...extra,
})

beforeEach(() => {
  vi.stubGlobal('window', { addEventListener: vi.fn(), removeEventListener: vi.fn() })
})

it('lists the thread that moved last first, and keeps the list', () => {
  const storage = createStorage()
  const list = createThreadList(storage)
  list.put(thread('a', { updatedAtMs: 1 }))
  list.put(thread('b', { updatedAtMs: 3 }))
  list.put(thread('a', { updatedAtMs: 2, openCount: 1 }))
  expect(createThreadList(storage).get()).toEqual([
    thread('b', { updatedAtMs: 3 }),
    thread('a', { updatedAtMs: 2, openCount: 1 }),
  ])
})

it('wakes nobody when nothing has changed', () => {
  const list = createThreadList(createStorage())
  list.put(thread('a'))
  const listener = vi.fn()
  list.subscribe(listener)
  list.put(thread('a'))
  expect(listener).not.toHaveBeenCalled()
})

it.each(['not json', '{}', '[1,null,{"id":1}]'])('begins anew where %s was kept', (kept) => {
  expect(createThreadList(createStorage(kept)).get()).toEqual([])
})
