import { isKitError, type Session } from '@agui-kit/core'
import { act, render } from '@testing-library/react'
import { type ReactNode, StrictMode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { createScene, type Scene, toolArgs, toolEnd, toolStart } from '../test/scene.tsx'
import { AguiProvider } from './AguiProvider.tsx'
import { useClientTool } from './useClientTool.ts'

const offered = (scene: Scene) => scene.session.clientTools().map((tool) => tool.name)

/** Lets the agent call a client tool once; gives the next run's input, which carries the result. */
async function callTool(scene: Scene, toolCallId: string, args: string) {
  const run = await scene.ask('go')
  await scene.settle(async () => {
    await run.push(toolStart(toolCallId, 'pick_date'), toolArgs(toolCallId, args), toolEnd(toolCallId))
    await run.finished({ type: 'success', pendingToolCallIds: [toolCallId] })
  })
  let input: Awaited<ReturnType<Scene['transport']['nextRun']>>['input'] | undefined
  await scene.settle(async () => {
    const next = await scene.transport.nextRun()
    input = next.input
    await next.started()
    await next.finished()
  })
  return input?.messages.findLast((message) => message.role === 'tool')
}

test('a tool is offered while its component is mounted, in StrictMode too', async () => {
  const scene = await createScene()
  const Picker = (): ReactNode => {
    useClientTool({ name: 'pick_date', description: 'Asks for a date.', execute: () => '2030-01-01' })
    return null
  }
  const { unmount } = scene.show(
    <StrictMode>
      <Picker />
    </StrictMode>,
  )
  expect(offered(scene)).toEqual(['pick_date'])
  const run = await scene.ask('hello')
  expect(run.input.tools).toEqual([{ name: 'pick_date', description: 'Asks for a date.' }])
  unmount()
  expect(offered(scene)).toEqual([])
})

test('the agent gets what the closure of the latest render returns', async () => {
  const scene = await createScene()
  let setDate = (_date: string): void => {}
  const Picker = (): ReactNode => {
    const [date, set] = useState('2030-01-01')
    setDate = set
    useClientTool({
      name: 'pick_date',
      description: 'Asks for a date.',
      execute: (input) => ({ date, zone: (input as { zone: string }).zone }),
    })
    return null
  }
  scene.show(
    <StrictMode>
      <Picker />
    </StrictMode>,
  )
  act(() => setDate('2030-02-02'))
  const result = await callTool(scene, 'c1', '{"zone":"UTC"}')
  expect(result).toMatchObject({ toolCallId: 'c1', content: '{"date":"2030-02-02","zone":"UTC"}' })
})

test('renders do not register anew; another description or schema does', async () => {
  const scene = await createScene()
  const registerTool = vi.fn<Session['registerTool']>(scene.session.registerTool)
  const session = { ...scene.session, registerTool }
  const Picker = ({ kind }: { readonly kind: string }): ReactNode => {
    useClientTool({
      name: 'pick_date',
      description: 'Asks for a date.',
      parameters: { type: 'object', properties: { kind: { const: kind } } },
      execute: () => kind,
    })
    return null
  }
  const tree = (kind: string) => (
    <AguiProvider session={session}>
      <Picker kind={kind} />
    </AguiProvider>
  )
  const { rerender } = render(tree('day'))
  rerender(tree('day'))
  rerender(tree('day'))
  expect(registerTool).toHaveBeenCalledTimes(1)
  rerender(tree('month'))
  expect(registerTool).toHaveBeenCalledTimes(2)
  expect(scene.session.clientTools()).toMatchObject([
    { parameters: { properties: { kind: { const: 'month' } } } },
  ])
})

test('two tools of one name are a mistake, and are told as one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const scene = await createScene()
  const Picker = (): ReactNode => {
    useClientTool({ name: 'pick_date', description: 'Asks for a date.', execute: () => '' })
    return null
  }
  let error: unknown
  try {
    scene.show(
      <>
        <Picker />
        <Picker />
      </>,
    )
  } catch (caught) {
    error = caught
  }
  vi.restoreAllMocks()
  expect(isKitError(error, 'tool-duplicate')).toBe(true)
})
