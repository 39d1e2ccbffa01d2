import { createSession, type Session, type SessionOptions } from '@agui-kit/core'
import { createManualClock, type ManualClock } from '@agui-kit/testing'
import { act, type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { AguiProvider } from '../src/AguiProvider.tsx'
import { createScriptedTransport, type ScriptedRun, type ScriptedTransport } from './scripted-transport.ts'

/** A real session over a scripted network, with frames and time in the test's hand. */
export interface Scene {
  readonly session: Session
  readonly transport: ScriptedTransport
  readonly clock: ManualClock
  readonly show: (children: ReactNode) => RenderResult
  /** Sends a text and opens its run. */
  readonly ask: (text: string) => Promise<ScriptedRun>
  /** Runs `change` and then one frame, with React caught up afterwards. */
  readonly settle: (change?: () => unknown) => Promise<void>
}

let idCount = 0

export async function createScene(options: Partial<SessionOptions> = {}): Promise<Scene> {
  const transport = createScriptedTransport()
  const clock = createManualClock(Date.now())
  const session = createSession({
    transport,
    threadId: 'thread-1',
    clock,
    ids: () => `id-${++idCount}`,
    ...options,
  })
  await session.start()
  const settle = (change?: () => unknown): Promise<void> =>
    act(async () => {
      await change?.()
      clock.frame()
    })
  return {
    session,
    transport,
    clock,
    settle,
    show: (children) => render(<AguiProvider session={session}>{children}</AguiProvider>),
    ask: async (text) => {
      let run: ScriptedRun | undefined
      await settle(async () => {
        void session.send(text)
        run = await transport.nextRun()
        await run.started()
      })
      if (run === undefined) throw new Error('No run was opened.')
      return run
    },
  }
}

export const textStart = (messageId: string) => ({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' })
export const textDelta = (messageId: string, delta: string) => ({
  type: 'TEXT_MESSAGE_CONTENT',
  messageId,
  delta,
})
export const textEnd = (messageId: string) => ({ type: 'TEXT_MESSAGE_END', messageId })
export const toolStart = (toolCallId: string, toolCallName: string) => ({
  type: 'TOOL_CALL_START',
  toolCallId,
  toolCallName,
})
export const toolArgs = (toolCallId: string, delta: string) => ({ type: 'TOOL_CALL_ARGS', toolCallId, delta })
export const toolEnd = (toolCallId: string) => ({ type: 'TOOL_CALL_END', toolCallId })
