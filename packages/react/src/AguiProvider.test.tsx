import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Session } from '@agui-kit/core'
import { act, render, waitFor } from '@testing-library/react'
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

test('a url is asked with the headers of the latest render', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*, authorization, content-type')
    if (request.method === 'OPTIONS') return response.end()
    asked.push(`${request.url} ${request.headers.authorization}`)
    response.setHeader('content-type', 'text/event-stream')
    const events = [{ type: 'RUN_STARTED' }, { type: 'RUN_FINISHED' }]
    const ids = { threadId: 'a', runId: 'r' }
    return response.end(events.map((event) => `data: ${JSON.stringify({ ...event, ...ids })}\n\n`).join(''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tree = (path: string, token: string) => (
    <AguiProvider url={`${base}${path}`} headers={{ authorization: `Bearer ${token}` }} threadId="a">
      <Asker />
    </AguiProvider>
  )
  const finished = () =>
    waitFor(() => expect(sessions.at(-1)?.getSnapshot().thread.run.kind).toBe('finished'))

  const { rerender } = render(tree('/one', 'first'))
  await act(async () => {})
  act(ask)
  await finished()
  rerender(tree('/two', 'second'))
  act(ask)
  await waitFor(() => expect(asked).toHaveLength(2))
  await finished()
  expect(asked).toEqual(['/one Bearer first', '/two Bearer second'])
  await new Promise((resolve) => server.close(resolve))
})
