import type { Session } from '@agui-kit/core'
import { act, render } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { expect, test } from 'vitest'
import { createScriptedTransport, type ScriptedTransport } from '../test/scripted-transport.ts'
import { AguiProvider } from './AguiProvider.tsx'
import { useSession } from './useSession.ts'

const sessions: Session[] = []
function Asker(): ReactNode {
  sessions.push(useSession())
  return null
}
const ask = (): void => void sessions.at(-1)?.send('hello')

async function runOn(transport: ScriptedTransport): Promise<void> {
  await act(async () => {
    ask()
    const run = await transport.nextRun()
    await run.started()
    await run.finished()
  })
}

test('the transport of the latest render takes the next run, in the same session', async () => {
  const [first, second] = [createScriptedTransport(), createScriptedTransport()]
  const tree = (transport: ScriptedTransport) => (
    <StrictMode>
      <AguiProvider transport={transport} threadId="a">
        <Asker />
      </AguiProvider>
    </StrictMode>
  )
  const { rerender } = render(tree(first))
  await act(async () => {})
  await runOn(first)
  rerender(tree(second))
  await runOn(second)
  expect(first.inputs).toHaveLength(1)
  expect(second.inputs).toHaveLength(1)
  expect(second.inputs[0]?.messages.filter((message) => message.role === 'user')).toHaveLength(2)
})

test('onIssue of the latest render hears of issues', async () => {
  const transport = createScriptedTransport()
  const heard: string[] = []
  const tree = (name: string) => (
    <AguiProvider transport={transport} onIssue={(issue) => heard.push(`${name} ${issue.code}`)}>
      <Asker />
    </AguiProvider>
  )
  const { rerender } = render(tree('old'))
  await act(async () => {})
  rerender(tree('new'))
  await act(async () => {
    ask()
    const run = await transport.nextRun()
    await run.started()
    await run.push({ type: 'STEP_FINISHED', stepName: 'never begun' })
    await run.finished()
  })
  expect(heard).toContain('new step-not-open')
  expect(heard.join()).not.toContain('old')
})
