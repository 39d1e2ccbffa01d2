import { testPersistence } from '@agui-kit/testing'
import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { createWebStoragePersistence, type WebStorage } from './web-storage.ts'

const newStorage = (): WebStorage => new Window({ url: 'http://localhost/' }).localStorage

testPersistence(
  'web storage',
  () => {
    const storage = newStorage()
    return createWebStoragePersistence({ storage: () => storage })
  },
  { describe, it, expect },
)

describe('web storage persistence', () => {
  it('sees only its own names', async () => {
    const shared = newStorage()
    shared.setItem('theme', 'dark')
    const of = (prefix: string) => createWebStoragePersistence({ storage: () => shared, prefix })
    const stores = [of('a'), of('a:b:'), of('ab:')]
    for (const [index, store] of stores.entries()) {
      await store.save('b:x', `${index}`)
      await store.save('x', `${index}`)
    }
    for (const [index, store] of stores.entries()) {
      expect([...(await store.keys())].sort()).toEqual(['b:x', 'x'])
      expect(await store.load('b:x')).toBe(`${index}`)
      await store.remove('b:x')
    }
    expect(shared.getItem('theme')).toBe('dark')
    expect(shared.getItem('a:x')).toBe('0')
  })

  it('touches nothing at creation, and rejects where storage is forbidden', async () => {
    const cause = new Error('The operation is insecure.')
    const store = createWebStoragePersistence({
      storage: () => {
        throw cause
      },
    })
    const failed = { code: 'persistence-failed', cause }
    await expect(store.load('x')).rejects.toMatchObject(failed)
    await expect(store.save('x', '')).rejects.toMatchObject(failed)
    await expect(store.remove('x')).rejects.toMatchObject(failed)
    await expect(store.keys()).rejects.toMatchObject(failed)
  })

  it('rejects where there is no localStorage, as on a server', async () => {
    await expect(createWebStoragePersistence().load('x')).rejects.toMatchObject({
      code: 'persistence-failed',
    })
  })

  it('rejects when the quota is used up, and keeps the text of before', async () => {
    const storage = newStorage()
    const cause = new DOMException('exceeded the quota', 'QuotaExceededError')
    const full: WebStorage = {
      getItem: (name) => storage.getItem(name),
      removeItem: (name) => storage.removeItem(name),
      key: (index) => storage.key(index),
      get length() {
        return storage.length
      },
      setItem: (name, text) => {
        if (text.length > 10) throw cause
        storage.setItem(name, text)
      },
    }
    const store = createWebStoragePersistence({ storage: () => full })
    await store.save('x', 'small')
    await expect(store.save('x', 'far too large')).rejects.toMatchObject({
      code: 'persistence-failed',
      cause,
    })
    expect(await store.load('x')).toBe('small')
  })
})
