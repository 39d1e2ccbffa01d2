import { testPersistence } from '@agui-kit/testing'
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createIndexedDbPersistence } from './indexed-db.ts'

testPersistence('IndexedDB', () => createIndexedDbPersistence({ indexedDB: new IDBFactory() }), {
  describe,
  it,
  expect,
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

const openByHand = (factory: IDBFactory, version: number, store?: string): Promise<IDBDatabase> => {
  const request = factory.open('agui-kit', version)
  request.onupgradeneeded = () => {
    if (store !== undefined) request.result.createObjectStore(store)
  }
  return settled(request)
}

describe('IndexedDB persistence', () => {
  it('opens nothing before it is used', async () => {
    const factory = new IDBFactory()
    createIndexedDbPersistence({ indexedDB: factory })
    expect(await factory.databases()).toEqual([])
  })

  it('shares one database between adapters, each with its own store', async () => {
    const indexedDB = new IDBFactory()
    const threads = createIndexedDbPersistence({ indexedDB })
    await threads.save('x', 'thread')
    const outbox = createIndexedDbPersistence({ indexedDB, store: 'outbox' })
    await outbox.save('x', 'answer')
    expect(await threads.load('x')).toBe('thread')
    expect(await outbox.load('x')).toBe('answer')
    expect(await createIndexedDbPersistence({ indexedDB, store: 'outbox' }).keys()).toEqual(['x'])
  })

  it('lets adapters that start at the same time all have their store', async () => {
    const indexedDB = new IDBFactory()
    const names = ['a', 'b', 'c']
    const stores = names.map((store) => createIndexedDbPersistence({ indexedDB, store }))
    await Promise.all(stores.map((store, index) => store.save('x', `${index}`)))
    expect(await Promise.all(stores.map((store) => store.load('x')))).toEqual(['0', '1', '2'])
  })

  it('adds its store to a database of any version and keeps what is in it', async () => {
    const indexedDB = new IDBFactory()
    const theirs = await openByHand(indexedDB, 41, 'theirs')
    await settled(theirs.transaction('theirs', 'readwrite').objectStore('theirs').put('kept', 'k'))
    theirs.close()
    await createIndexedDbPersistence({ indexedDB }).save('x', 'mine')
    const after = await openByHand(indexedDB, 42)
    expect([...after.objectStoreNames]).toEqual(['theirs', 'threads'])
    expect(await settled(after.transaction('theirs').objectStore('theirs').get('k'))).toBe('kept')
  })

  it('gives the database up to another tab and comes back at the next use', async () => {
    const indexedDB = new IDBFactory()
    const store = createIndexedDbPersistence({ indexedDB })
    await store.save('x', 'before')
    const upgraded = await openByHand(indexedDB, 7, 'new')
    upgraded.close()
    expect(await store.load('x')).toBe('before')
    await settled(indexedDB.deleteDatabase('agui-kit'))
    expect(await store.load('x')).toBe(undefined)
    await store.save('x', 'again')
    expect(await store.load('x')).toBe('again')
  })

  it('comes back after the browser has closed the connection', async () => {
    const indexedDB = new IDBFactory()
    const store = createIndexedDbPersistence({ indexedDB })
    const open = vi.spyOn(indexedDB, 'open')
    await store.save('x', 'text')
    const request = open.mock.results[0]?.value as IDBOpenDBRequest
    request.result.close()
    expect(await store.load('x')).toBe('text')
    expect(open).toHaveBeenCalledTimes(2)
  })

  it('reports a database that another tab never lets go, and is fine once it does', async () => {
    const indexedDB = new IDBFactory()
    const stubborn = await openByHand(indexedDB, 1, 'theirs')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const store = createIndexedDbPersistence({ indexedDB })
    const saving = store.save('x', 'text').catch((error: unknown) => error)
    await vi.waitFor(() => {
      if (vi.getTimerCount() === 0) throw new Error('not blocked yet')
    })
    vi.advanceTimersByTime(3_000)
    expect(await saving).toMatchObject({ code: 'persistence-failed' })
    vi.useRealTimers()
    stubborn.close()
    await store.save('x', 'text')
    expect(await store.load('x')).toBe('text')
    // The attempt that was given up has let go of the database too.
    await settled(indexedDB.deleteDatabase('agui-kit'))
  })

  it('rejects when the transaction is undone for want of space, and keeps the text of before', async () => {
    const store = createIndexedDbPersistence({ indexedDB: new IDBFactory() })
    await store.save('x', 'before')
    const put = IDBObjectStore.prototype.put
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      const request = put.apply(this, args)
      // What browsers do when the quota turns out to be used up at commit: the request succeeded already.
      request.addEventListener('success', () => this.transaction.abort())
      return request
    })
    await expect(store.save('x', 'after')).rejects.toMatchObject({ code: 'persistence-failed' })
    vi.restoreAllMocks()
    expect(await store.load('x')).toBe('before')
  })

  it('hands on the cause when the database refuses', async () => {
    const store = createIndexedDbPersistence({ indexedDB: new IDBFactory() })
    const cause = new DOMException('full', 'QuotaExceededError')
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw cause
    })
    await expect(store.save('x', 'text')).rejects.toMatchObject({ code: 'persistence-failed', cause })
  })

  it('rejects where there is no IndexedDB, as on a server', async () => {
    await expect(createIndexedDbPersistence().keys()).rejects.toMatchObject({ code: 'persistence-failed' })
  })

  it('takes what is no text for nothing', async () => {
    const indexedDB = new IDBFactory()
    const db = await openByHand(indexedDB, 1, 'threads')
    await settled(db.transaction('threads', 'readwrite').objectStore('threads').put({ a: 1 }, 'x'))
    db.close()
    expect(await createIndexedDbPersistence({ indexedDB }).load('x')).toBe(undefined)
  })
})
