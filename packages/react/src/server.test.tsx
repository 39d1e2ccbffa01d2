import { createMemoryPersistence, createSession } from '@agui-kit/core'
import { act, screen } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { createScriptedTransport } from '../test/scripted-transport.ts'
import { AguiProvider } from './AguiProvider.tsx'
import { useAgentState } from './useAgentState.ts'
import { useComposer } from './useComposer.ts'
import { useConnection } from './useConnection.ts'
import { useExpiry } from './useExpiry.ts'
import { useInterrupts } from './useInterrupts.ts'
import { useMessage } from './useMessage.ts'
import { useMessageIds } from './useMessageIds.ts'
import { useOnline } from './useOnline.ts'
import { usePhase } from './usePhase.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

const Message = ({ id }: { readonly id: string }): ReactNode => {
  const message = useMessage(id)
  return <li>{typeof message?.content === 'string' ? message.content : ''}</li>
}

function Chat(): ReactNode {
  const composer = useComposer()
  return (
    <main>
      <output>{`${usePhase()} ${useConnection().kind} ${useOnline()} ${composer.blocked}`}</output>
      <ul>
        {useMessageIds().map((id) => (
          <Message key={id} id={id} />
        ))}
      </ul>
      <p>{useAgentState((state) => JSON.stringify(state))}</p>
      <p>{useExpiry(useInterrupts()[0]).expired ? 'expired' : 'valid'}</p>
      <textarea {...composer.textareaProps} aria-label="Message" />
    </main>
  )
}

/** A persistence in which one thread was kept by an earlier page. */
async function createVisited() {
  const persistence = createMemoryPersistence()
  const transport = createScriptedTransport()
  const session = createSession({ transport, persistence, threadId: 'thread-1' })
  const sent = session.send('said before')
  const run = await transport.nextRun()
  await run.started()
  await run.push({ type: 'STATE_SNAPSHOT', snapshot: { step: 2 } })
  await run.finished()
  await sent
  await session.close()
  return persistence
}

test('the server renders the empty thread without a window, a document or storage', async () => {
  const persistence = await createVisited()
  const load = vi.spyOn(persistence, 'load')
  const globals = ['window', 'document', 'navigator', 'localStorage', 'indexedDB', 'requestAnimationFrame']
  for (const name of globals) vi.stubGlobal(name, undefined)
  const html = renderToString(
    <AguiProvider url="/agent" threadId="thread-1" persistence={persistence}>
      <Chat />
    </AguiProvider>,
  )
  expect(html).toContain('new idle true loading')
  expect(html).not.toContain('said before')
  expect(load).not.toHaveBeenCalled()
})

test('hydration after an early restore says nothing of a mismatch and then shows what was kept', async () => {
  const persistence = await createVisited()
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const recovered: unknown[] = []
  // The page restored its session before React came to hydrate: the hardest order.
  const session = createSession({ transport: createScriptedTransport(), persistence, threadId: 'thread-1' })
  const serverSide = createSession({ transport: createScriptedTransport(), threadId: 'thread-1' })
  const page = document.createElement('div')
  document.body.append(page)
  page.innerHTML = renderToString(
    <AguiProvider session={serverSide}>
      <Chat />
    </AguiProvider>,
  )
  await session.start()
  expect(session.getSnapshot().thread.messages.size).toBe(1)

  const root = await act(async () =>
    hydrateRoot(
      page,
      <StrictMode>
        <AguiProvider session={session}>
          <Chat />
        </AguiProvider>
      </StrictMode>,
      { onRecoverableError: (error) => recovered.push(error) },
    ),
  )
  expect(screen.getByText('said before')).toBeVisible()
  expect(screen.getByText('{"step":2}')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('ready idle true undefined')
  expect(recovered).toEqual([])
  expect(complaints).not.toHaveBeenCalled()
  await act(async () => root.unmount())
})

test('a provider with its own session hydrates and restores after it is mounted', async () => {
  const persistence = await createVisited()
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const recovered: unknown[] = []
  const tree = (
    <StrictMode>
      <AguiProvider transport={createScriptedTransport()} threadId="thread-1" persistence={persistence}>
        <Chat />
      </AguiProvider>
    </StrictMode>
  )
  const page = document.createElement('div')
  document.body.append(page)
  page.innerHTML = renderToString(tree)
  const root = await act(async () =>
    hydrateRoot(page, tree, { onRecoverableError: (error) => recovered.push(error) }),
  )
  expect(await screen.findByText('said before')).toBeVisible()
  expect(recovered).toEqual([])
  expect(complaints).not.toHaveBeenCalled()
  await act(async () => root.unmount())
})
