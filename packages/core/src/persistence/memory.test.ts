import { testPersistence } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { createMemoryPersistence } from './memory.ts'

testPersistence('memory', () => createMemoryPersistence(), { describe, it, expect })

it('memory begins with what it is given', async () => {
  const store = createMemoryPersistence([['thread', 'text']])
  expect(await store.load('thread')).toBe('text')
})
