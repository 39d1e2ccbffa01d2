import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createOrderStore } from '../src/mcp/server/order-store.ts'
import { createJsonFile } from '../src/store/json-file.ts'
import { temporaryDir } from './harness.ts'

describe('a JSON file', () => {
  it('keeps the last of many writes and leaves nothing else behind', async () => {
    const dir = await temporaryDir()
    const file = createJsonFile<number>(join(dir, 'deep', 'value.json'))
    expect(await file.read()).toBeUndefined()
    await Promise.all(Array.from({ length: 20 }, (_, index) => file.write(index)))
    expect(await file.read()).toBe(19)
    expect(await readdir(join(dir, 'deep'))).toEqual(['value.json'])
  })

  it('refuses to take a broken file for an empty one', async () => {
    const path = join(await temporaryDir(), 'value.json')
    await writeFile(path, '{"half":')
    await expect(createJsonFile(path).read()).rejects.toThrow('holds no JSON')
  })
})

describe('the order store', () => {
  const open = async () => createOrderStore(join(await temporaryDir(), 'orders.json'), () => 0)
  const request = { orderId: 'A1024', amount: 100, reason: 'Broken' }

  it('executes each key once, however many arrive at once', async () => {
    const store = await open()
    const answers = await Promise.all([1, 2, 3].map(() => store.refund('key', request)))
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect((await store.get('A1024'))?.refunds).toHaveLength(1)
  })

  it('refuses a key that comes back with another request', async () => {
    const store = await open()
    await store.refund('key', request)
    expect(await store.refund('key', { ...request, amount: 1 })).toMatchObject({ kind: 'refused' })
  })

  it.each([
    ['more than is left', { ...request, amount: 28.01 }],
    ['nothing', { ...request, amount: 0 }],
    ['fractions of a cent', { ...request, amount: 1.005 }],
    ['an order that has not shipped', { ...request, orderId: 'A1101' }],
    ['an order that does not exist', { ...request, orderId: 'A0000' }],
  ])('refuses to refund %s', async (_name, second) => {
    const store = await open()
    await store.refund('first', request)
    expect(await store.refund('second', second)).toMatchObject({ kind: 'refused' })
    expect((await store.get('A1024'))?.refunded).toBe(100)
  })

  it('pays the rest of a partly refunded order back', async () => {
    const store = await open()
    await store.refund('first', request)
    expect(await store.refund('second', { ...request, amount: 28 })).toMatchObject({
      kind: 'refunded',
      receipt: { refundId: 'R-1024-2', order: { refunded: 128 } },
    })
  })
})
