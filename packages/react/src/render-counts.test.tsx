import type { Thread } from '@agui-kit/core'
import { act, screen } from '@testing-library/react'
import { memo, Profiler, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { createScene, textDelta, textEnd, textStart, toolArgs, toolStart } from '../test/scene.tsx'
import { useAgentState } from './useAgentState.ts'
import { useComposer } from './useComposer.ts'
import { useInterrupts } from './useInterrupts.ts'
import { useIsStreaming } from './useIsStreaming.ts'
import { useMessage } from './useMessage.ts'
import { useMessageIds } from './useMessageIds.ts'
import { useRun } from './useRun.ts'
import { useThread } from './useThread.ts'
import { useToolCall } from './useToolCall.ts'

/** Counts the renders of named components, and React's commits. */
function createCounts() {
  const renders: Record<string, number> = {}
  let commits = 0
  return {
    renders,
    commits: () => commits,
    count: (name: string) => {
      renders[name] = (renders[name] ?? 0) + 1
    },
    onCommit: () => {
      commits += 1
    },
    reset: () => {
      for (const name of Object.keys(renders)) renders[name] = 0
      commits = 0
    },
  }
}

const selectLength = (thread: Thread) => JSON.stringify(thread.messages.blocks).length

function createChat() {
  const counts = createCounts()
  const Message = memo(({ id }: { readonly id: string }): ReactNode => {
    counts.count(id)
    const message = useMessage(id)
    const streaming = useIsStreaming(id)
    return (
      <li data-testid={id} data-streaming={streaming}>
        {typeof message?.content === 'string' ? message.content : ''}
      </li>
    )
  })
  const List = (): ReactNode => {
    counts.count('list')
    return (
      <ul>
        {useMessageIds().map((id) => (
          <Message key={id} id={id} />
        ))}
      </ul>
    )
  }
  const Host = (): ReactNode => {
    counts.count('host')
    const run = useRun()
    const { blocked } = useComposer()
    const plan = useAgentState((state) => (state as { plan?: string }).plan)
    return (
      <main>
        <List />
        <output>{`${run.kind} ${blocked} ${plan} ${useInterrupts().length}`}</output>
      </main>
    )
  }
  const tree = (extra?: ReactNode): ReactNode => (
    <Profiler id="chat" onRender={counts.onCommit}>
      <Host />
      {extra}
    </Profiler>
  )
  return { counts, tree }
}

const deltas = (messageId: string, count: number) =>
  Array.from({ length: count }, (_, index) => textDelta(messageId, `${index} `))

test('1,000 text deltas render their message once a frame, and nothing else at all', async () => {
  const scene = await createScene()
  const { counts, tree } = createChat()
  scene.show(tree())
  const run = await scene.ask('hello')
  await scene.settle(() => run.push(textStart('m1'), textDelta('m1', 'first '), textEnd('m1')))
  // The first change after a quiet frame is shown at once, and opens the frame.
  await act(() => run.push(textStart('m2'), textDelta('m2', 'go ')))
  counts.reset()

  for (let frame = 0; frame < 10; frame++) {
    await scene.settle(async () => {
      for (let read = 0; read < 10; read++) await run.push(...deltas('m2', 10))
    })
  }

  expect(counts.renders).toMatchObject({ host: 0, list: 0, m1: 0, m2: 10 })
  expect(counts.commits()).toBe(10)
  expect(screen.getByTestId('m2')).toHaveTextContent(/^go 0 1 2 .* 9$/)
})

test('after the first sight of a change nothing is committed until the frame, however many reads come', async () => {
  const scene = await createScene()
  const { counts, tree } = createChat()
  scene.show(tree())
  const run = await scene.ask('hello')
  await scene.settle(() => run.push(textStart('m1'), textDelta('m1', 'a')))
  await scene.settle()
  counts.reset()

  // React on its own schedule: `act` would gather the commits.
  await withoutAct(async () => {
    await run.push(textDelta('m1', 'b'))
    expect(counts.commits()).toBe(1)
    for (let read = 0; read < 100; read++) await run.push(...deltas('m1', 10))
    expect(counts.commits()).toBe(1)
    for (let frame = 2; frame < 5; frame++) {
      scene.clock.frame()
      await Promise.resolve()
      expect(counts.commits()).toBe(frame)
      await run.push(...deltas('m1', 10))
      await run.push(...deltas('m1', 10))
      expect(counts.commits()).toBe(frame)
    }
  })
})

async function withoutAct(check: () => Promise<void>): Promise<void> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await check()
  vi.unstubAllGlobals()
}

test('the list renders when messages come, not when they grow or end', async () => {
  const scene = await createScene()
  const { counts, tree } = createChat()
  scene.show(tree())
  const run = await scene.ask('hello')
  counts.reset()
  await scene.settle(() => run.push(textStart('m1'), textDelta('m1', 'a')))
  expect(counts.renders).toMatchObject({ list: 1, host: 0, m1: 1 })
  await scene.settle(() => run.push(...deltas('m1', 100), textEnd('m1')))
  expect(counts.renders).toMatchObject({ list: 1, host: 0, m1: 2 })
  expect(screen.getByTestId('m1')).toHaveAttribute('data-streaming', 'false')
  await scene.settle(() => run.push(textStart('m2'), textDelta('m2', 'b')))
  expect(counts.renders).toMatchObject({ list: 2, host: 0, m1: 2, m2: 1 })
})

test('a message that only stopped streaming renders once, to say so', async () => {
  const scene = await createScene()
  const { counts, tree } = createChat()
  scene.show(tree())
  const run = await scene.ask('hello')
  await scene.settle(() => run.push(textStart('m1'), textDelta('m1', 'a')))
  expect(screen.getByTestId('m1')).toHaveAttribute('data-streaming', 'true')
  counts.reset()
  await scene.settle(() => run.push(textEnd('m1')))
  expect(counts.renders).toMatchObject({ m1: 1, list: 0, host: 0 })
  expect(screen.getByTestId('m1')).toHaveAttribute('data-streaming', 'false')
})

test('the arguments of a tool call render its card and no other', async () => {
  const scene = await createScene()
  const { counts, tree } = createChat()
  const Card = ({ id }: { readonly id: string }): ReactNode => {
    counts.count(`card ${id}`)
    return <p data-testid={`card ${id}`}>{useToolCall(id)?.args}</p>
  }
  scene.show(
    tree(
      <>
        <Card id="c1" />
        <Card id="c2" />
      </>,
    ),
  )
  const run = await scene.ask('hello')
  await scene.settle(() => run.push(toolStart('c1', 'get_order'), toolArgs('c1', '{')))
  await scene.settle(() => run.push(toolStart('c2', 'get_order'), toolArgs('c2', '{')))
  counts.reset()
  await scene.settle(() => run.push(...Array.from({ length: 500 }, () => toolArgs('c2', ' '))))
  expect(counts.renders).toMatchObject({ 'card c1': 0, 'card c2': 1, host: 0, list: 0 })
  expect(screen.getByTestId('card c2').textContent).toBe(`{${' '.repeat(500)}`)
})

test('whoever asks for the whole thread gets every publish', async () => {
  const scene = await createScene()
  const { counts, tree } = createChat()
  const Nosy = (): ReactNode => {
    counts.count('nosy')
    return useThread(selectLength)
  }
  scene.show(tree(<Nosy />))
  const run = await scene.ask('hello')
  await scene.settle(() => run.push(textStart('m1'), textDelta('m1', 'a')))
  counts.reset()
  for (let frame = 0; frame < 3; frame++) await scene.settle(() => run.push(...deltas('m1', 5)))
  expect(counts.renders).toMatchObject({ nosy: 3, host: 0 })
})

test('a state patch renders only those whose slice of the state changed', async () => {
  const scene = await createScene()
  const { counts, tree } = createChat()
  scene.show(tree())
  const run = await scene.ask('hello')
  await scene.settle(() => run.push({ type: 'STATE_SNAPSHOT', snapshot: { plan: 'ask', other: 0 } }))
  expect(screen.getByRole('status')).toHaveTextContent('ask')
  counts.reset()
  const patch = (path: string, value: unknown) => ({
    type: 'STATE_DELTA',
    delta: [{ op: 'replace', path, value }],
  })
  await scene.settle(() => run.push(patch('/other', 1)))
  expect(counts.renders).toMatchObject({ host: 0 })
  await scene.settle(() => run.push(patch('/plan', 'pay')))
  expect(counts.renders).toMatchObject({ host: 1 })
  expect(screen.getByRole('status')).toHaveTextContent('pay')
})

test('the end of a run renders the host once, and no message', async () => {
  const scene = await createScene()
  const { counts, tree } = createChat()
  scene.show(tree())
  const run = await scene.ask('hello')
  await scene.settle(() => run.push(textStart('m1'), textDelta('m1', 'a'), textEnd('m1')))
  counts.reset()
  await scene.settle(() => run.finished())
  expect(counts.renders).toMatchObject({ host: 1, m1: 0 })
  expect(screen.getByRole('status')).toHaveTextContent('finished')
})

test('a selector that builds its slice anew renders at each publish and does not loop', async () => {
  const scene = await createScene()
  let renders = 0
  const Fresh = (): ReactNode => {
    renders += 1
    return useThread((thread) => ({ size: thread.messages.size }), 'messages').size
  }
  scene.show(<Fresh />)
  expect(renders).toBe(1)
  const run = await scene.ask('hello')
  renders = 0
  await scene.settle(() => run.push(textStart('m1'), textDelta('m1', 'a')))
  expect(renders).toBe(1)
})
