import { createMemoryPersistence, type Persistence, type Session, type SessionOptions } from '@agui-kit/core'
import { act, render, screen } from '@testing-library/react'
import { Activity, type ReactNode, StrictMode } from 'react'
import { expect, test } from 'vitest'
import { createScriptedTransport } from '../test/scripted-transport.ts'
import { AguiProvider } from './AguiProvider.tsx'
import { useMessage } from './useMessage.ts'
import { useMessageIds } from './useMessageIds.ts'
import { useOwnSession } from './useOwnSession.ts'
import { usePhase } from './usePhase.ts'

/** A persistence that tells what was read. */
function createWatchedPersistence(): Persistence & { readonly loads: readonly string[] } {
  const memory = createMemoryPersistence()
  const loads: string[] = []
  return {
    ...memory,
    loads,
    load: (key) => {
      loads.push(key)
      return memory.load(key)
    },
  }
}

const Message = ({ id }: { readonly id: string }): ReactNode => {
  const message = useMessage(id)
  return typeof message?.content === 'string' ? message.content : null
}

function Screen(): ReactNode {
  return (
    <>
      <output>{usePhase()}</output>
      {useMessageIds().map((id) => (
        <Message key={id} id={id} />
      ))}
    </>
  )
}

function createChat() {
  const sessions: Session[] = []
  const Chat = (props: { readonly options: SessionOptions | (() => SessionOptions) }): ReactNode => {
    const session = useOwnSession(props.options)
    if (sessions.at(-1) !== session) sessions.push(session)
    return (
      <AguiProvider session={session}>
        <Screen />
      </AguiProvider>
    )
  }
  return { Chat, sessions, latest: () => sessions.at(-1) as Session }
}

const nothing = (): Promise<void> => act(async () => {})

test('StrictMode mounts twice: one session, read once, alive', async () => {
  const { Chat, latest } = createChat()
  const persistence = createWatchedPersistence()
  const transport = createScriptedTransport()
  render(
    <StrictMode>
      <Chat options={{ transport, persistence, threadId: 'a' }} />
    </StrictMode>,
  )
  const mounted = latest()
  await nothing()
  expect(latest()).toBe(mounted)
  expect(screen.getByRole('status')).toHaveTextContent('ready')
  expect(persistence.loads).toHaveLength(1)

  await act(async () => {
    void latest().send('hello')
    const run = await transport.nextRun()
    await run.started()
    await run.finished()
  })
  expect(transport.inputs).toHaveLength(1)
  expect(latest().getSnapshot().thread.run.kind).toBe('finished')
})

test('unmounting closes the session for good', async () => {
  const { Chat, latest } = createChat()
  const { unmount } = render(
    <StrictMode>
      <Chat options={{ transport: createScriptedTransport(), threadId: 'a' }} />
    </StrictMode>,
  )
  await nothing()
  unmount()
  await nothing()
  expect(latest().getSnapshot().phase).toBe('closed')
})

test('a live run ends when its component goes', async () => {
  const { Chat, latest } = createChat()
  const transport = createScriptedTransport()
  const { unmount } = render(<Chat options={{ transport, threadId: 'a' }} />)
  await nothing()
  let signal: AbortSignal | undefined
  await act(async () => {
    void latest().send('hello')
    const run = await transport.nextRun()
    await run.started()
    signal = run.signal
  })
  expect(signal?.aborted).toBe(false)
  unmount()
  await nothing()
  expect(signal?.aborted).toBe(true)
})

test('the same thread keeps its session, whatever else the options say', async () => {
  const { Chat, sessions } = createChat()
  const { rerender } = render(<Chat options={{ transport: createScriptedTransport(), threadId: 'a' }} />)
  await nothing()
  rerender(<Chat options={{ transport: createScriptedTransport(), threadId: 'a', maxToolRuns: 3 }} />)
  await nothing()
  expect(sessions).toHaveLength(1)
})

test('another thread gets a session of its own, and coming back finds what was said', async () => {
  const { Chat, sessions, latest } = createChat()
  const transport = createScriptedTransport()
  const { rerender } = render(<Chat options={{ transport, threadId: 'a' }} />)
  await nothing()
  const first = latest()
  await act(async () => {
    void first.send('about a')
    const run = await transport.nextRun()
    await run.started()
    await run.finished()
  })

  rerender(<Chat options={{ transport, threadId: 'b' }} />)
  await nothing()
  expect(latest().threadId).toBe('b')
  expect(first.getSnapshot().phase).toBe('closed')
  expect(latest().getSnapshot().phase).toBe('ready')
  expect(screen.queryByText('about a')).toBeNull()

  rerender(<Chat options={{ transport, threadId: 'a' }} />)
  expect(await screen.findByText('about a')).toBeVisible()
  expect(new Set(sessions).size).toBe(3)
})

test('a function is asked once, like the first value of a state', async () => {
  const { Chat } = createChat()
  let asked = 0
  const options = () => {
    asked += 1
    return { transport: createScriptedTransport() }
  }
  const { rerender } = render(<Chat options={options} />)
  rerender(<Chat options={options} />)
  await nothing()
  expect(asked).toBe(1)
})

test('hidden and shown again, a new session goes on with the same thread', async () => {
  const { Chat, latest } = createChat()
  const transport = createScriptedTransport()
  const tree = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Chat options={{ transport }} />
    </Activity>
  )
  const { rerender } = render(tree('visible'))
  await nothing()
  const first = latest()
  await act(async () => {
    void first.send('kept')
    const run = await transport.nextRun()
    await run.started()
    await run.finished()
  })
  rerender(tree('hidden'))
  await nothing()
  expect(first.getSnapshot().phase).toBe('closed')
  rerender(tree('visible'))
  expect(await screen.findByText('kept')).toBeVisible()
  expect(latest()).not.toBe(first)
  expect(latest().threadId).toBe(first.threadId)
  expect(latest().getSnapshot().phase).toBe('ready')
})
