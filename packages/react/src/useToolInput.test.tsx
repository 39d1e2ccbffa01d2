import { createPartialJson } from '@agui-kit/core'
import { screen } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { expect, test } from 'vitest'
import { createScene, toolArgs, toolEnd, toolStart } from '../test/scene.tsx'
import { createToolInputReader } from './tool-input.ts'
import { useToolInput } from './useToolInput.ts'

const seen: unknown[] = []
function Input({ id }: { readonly id: string }): ReactNode {
  const input = useToolInput(id)
  seen.push(input)
  return <output>{JSON.stringify(input) ?? 'nothing yet'}</output>
}
const shown = () => screen.getByRole('status').textContent

test('arguments are readable while they stream, and true once they are complete', async () => {
  const scene = await createScene()
  scene.show(
    <StrictMode>
      <Input id="c1" />
    </StrictMode>,
  )
  expect(shown()).toBe('nothing yet')
  const run = await scene.ask('refund')
  await scene.settle(() => run.push(toolStart('c1', 'refund_order')))
  expect(shown()).toBe('nothing yet')
  await scene.settle(() => run.push(toolArgs('c1', '{"order":"A10')))
  expect(shown()).toBe('{"order":"A10"}')
  await scene.settle(() => run.push(toolArgs('c1', '24","amount":12')))
  // 12 may be the beginning of 128: a wrong amount is worse than none.
  expect(shown()).toBe('{"order":"A1024"}')
  await scene.settle(() => run.push(toolArgs('c1', '8}'), toolEnd('c1')))
  expect(shown()).toBe('{"order":"A1024","amount":128}')
})

test('a call without any arguments has an empty object of them', async () => {
  const scene = await createScene()
  scene.show(<Input id="c1" />)
  const run = await scene.ask('list')
  await scene.settle(() => run.push(toolStart('c1', 'list_orders'), toolEnd('c1')))
  expect(shown()).toBe('{}')
})

test('arguments that turn out to be no JSON are nothing', async () => {
  const scene = await createScene()
  scene.show(<Input id="c1" />)
  const run = await scene.ask('refund')
  await scene.settle(() => run.push(toolStart('c1', 'refund_order'), toolArgs('c1', '{"order":"A1')))
  expect(shown()).toBe('{"order":"A1"}')
  await scene.settle(() => run.push(toolEnd('c1')))
  expect(shown()).toBe('nothing yet')
})

test('what was closed keeps its identity while the rest streams', async () => {
  const scene = await createScene()
  scene.show(<Input id="c1" />)
  const run = await scene.ask('refund')
  await scene.settle(() =>
    run.push(toolStart('c1', 'refund_order'), toolArgs('c1', '{"who":{"id":1},"why":"a')),
  )
  const before = seen.at(-1) as { who: unknown }
  await scene.settle(() => run.push(toolArgs('c1', 'b')))
  const after = seen.at(-1) as { who: unknown; why: string }
  expect(after).not.toBe(before)
  expect(after).toEqual({ who: { id: 1 }, why: 'ab' })
  expect(after.who).toBe(before.who)
})

test('the reader goes on where it stopped: each character is read once', () => {
  const fed: number[] = []
  const read = createToolInputReader(() => {
    const partial = createPartialJson()
    return {
      ...partial,
      feed: (delta) => {
        fed.push(delta.length)
        partial.feed(delta)
      },
    }
  })
  const piece = `"${'x'.repeat(1_000)}",`
  for (let count = 1; count <= 200; count++) read(`[${piece.repeat(count)}`, false)
  expect(fed).toEqual([piece.length + 1, ...Array.from({ length: 199 }, () => piece.length)])
  expect(read(`[${piece.repeat(200)}`, false)).toHaveLength(200)
})

test('another text in place of the one before is read from its start', () => {
  const read = createToolInputReader()
  expect(read('{"a":"long', false)).toEqual({ a: 'long' })
  expect(read('{"b":"x', false)).toEqual({ b: 'x' })
  expect(read('{"b":"x', false)).toBe(read('{"b":"x', false))
  expect(read('{"b":"x"}', true)).toEqual({ b: 'x' })
  expect(read('{"b":"x"}', true)).toBe(read('{"b":"x"}', true))
})
