import { createSession, type RunAgentInput, type Session, type SessionOptions } from '@agui-kit/core'
import { AguiProvider } from '@agui-kit/react'
import { render, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { Chat } from '../src/chat/Chat.tsx'
import { UiProvider, type UiProviderProps } from '../src/provider/UiProvider.tsx'
import { createScriptedTransport, type Script } from './scripted-transport.ts'

export interface Scene {
  readonly session: Session
  readonly user: UserEvent
  /** Everything that left the page. */
  readonly inputs: readonly RunAgentInput[]
}

export interface SceneOptions {
  readonly script: Script
  readonly ui?: Omit<UiProviderProps, 'children'>
  readonly session?: Partial<SessionOptions>
  readonly show?: ReactNode
  /** What the person says first; nothing when absent. */
  readonly ask?: string
}

/** A page over a real session and a scripted agent, after the first run has come as far as it will. */
export async function createScene(options: SceneOptions): Promise<Scene> {
  const transport = createScriptedTransport(options.script)
  const session = createSession({ transport, threadId: 'thread', ...options.session })
  await session.start()
  render(
    <AguiProvider session={session}>
      <UiProvider locale="en" {...options.ui}>
        {options.show ?? <Chat />}
      </UiProvider>
    </AguiProvider>,
  )
  const user = userEvent.setup()
  if (options.ask !== undefined) {
    void session.send(options.ask)
    await waitFor(() => expect(session.getSnapshot().connection.kind).not.toBe('connecting'))
    await waitFor(() => expect(session.getSnapshot().thread.run.kind).not.toBe('starting'))
  }
  return { session, user, inputs: transport.inputs }
}
