import type { Transport } from '@agui-kit/core'
import { AguiProvider } from '@agui-kit/react'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { Approvals } from './react-approval.tsx'
import { App, Composer, Messages } from './react-chat.tsx'
import { Theme } from './react-client-tool.tsx'
import { Thread } from './react-session.tsx'
import { StatusLine } from './react-slice.tsx'
import { City } from './react-state.tsx'
import { ToolCard } from './react-tool-card.tsx'

type WireEvent = { readonly type: string } & Readonly<Record<string, unknown>>

/** An agent that answers each run with the next of these lists of events. */
function createAgent(...answers: readonly (readonly WireEvent[])[]) {
  const inputs: unknown[] = []
  const transport: Transport = {
    open: async ({ input }) => {
      const events = answers[inputs.length] ?? []
      inputs.push(input)
      const ids = { threadId: input.threadId, runId: input.runId }
      const all = [{ type: 'RUN_STARTED', ...ids }, ...events]
      if (!events.some((event) => event.type === 'RUN_FINISHED')) all.push({ type: 'RUN_FINISHED' })
      return {
        head: { status: 200, contentType: 'text/event-stream', resumable: false },
        batches: (async function* () {
          yield all.map((event) => ({
            data: JSON.stringify(event.type === 'RUN_FINISHED' ? { ...event, ...ids } : event),
          }))
        })(),
      }
    },
  }
  return { transport, inputs }
}

async function chatWith(transport: Transport, extra: ReactNode = null) {
  const user = userEvent.setup()
  render(
    <AguiProvider transport={transport}>
      <Messages />
      {extra}
      <Composer />
    </AguiProvider>,
  )
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'hello')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  return user
}

const call = (name: string, args: object): readonly WireEvent[] => [
  { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: name },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: JSON.stringify(args) },
  { type: 'TOOL_CALL_END', toolCallId: 'c1' },
]
const say = (text: string): readonly WireEvent[] => [
  { type: 'TEXT_MESSAGE_START', messageId: text, role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: text, delta: text },
  { type: 'TEXT_MESSAGE_END', messageId: text },
]

test('the chat shows what was asked and what was answered', async () => {
  const { transport } = createAgent(say('Good morning'))
  await chatWith(transport, <StatusLine />)
  expect(await screen.findByText('Good morning')).toBeVisible()
  expect(screen.getByText('hello')).toBeVisible()
  expect(screen.getByText('2 messages, finished')).toBeVisible()
})

test('the whole app mounts with nothing but a URL', () => {
  render(<App />)
  expect(screen.getByRole('textbox', { name: 'Message' })).toBeEnabled()
})

test('a thread with a session of its own', () => {
  render(
    <Thread threadId="a">
      <Composer />
    </Thread>,
  )
  expect(screen.getByRole('textbox', { name: 'Message' })).toBeEnabled()
})

test('a tool card, its approval and its result', async () => {
  const interrupt = { id: 'i1', reason: 'tool_call', toolCallId: 'c1', message: 'Refund 128?' }
  const { transport, inputs } = createAgent(
    [
      ...call('refund_order', { amount: 128 }),
      { type: 'RUN_FINISHED', outcome: { type: 'interrupt', interrupts: [interrupt] } },
    ],
    [{ type: 'TOOL_CALL_RESULT', messageId: 'r1', toolCallId: 'c1', content: 'refunded' }],
  )
  const user = await chatWith(
    transport,
    <>
      <ToolCard id="c1" />
      <Approvals />
    </>,
  )
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('refund_order: done')).toBeVisible()
  expect(inputs[1]).toMatchObject({
    resume: [{ interruptId: 'i1', status: 'resolved', payload: { approved: true } }],
  })
})

test('state is written here and sent with the next run', async () => {
  const { transport, inputs } = createAgent([{ type: 'STATE_SNAPSHOT', snapshot: { city: 'Ulm', other: 1 } }])
  const user = await chatWith(transport, <City />)
  const city = screen.getByRole('textbox', { name: 'City' })
  await expect.poll(() => (city as HTMLInputElement).value).toBe('Ulm')
  await user.type(city, 'm')
  expect(city).toHaveValue('Ulmm')
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'again{Enter}')
  await expect.poll(() => inputs.length).toBe(2)
  expect(inputs[1]).toMatchObject({ state: { city: 'Ulmm', other: 1 } })
})

test("a tool of the application's runs and tells the agent", async () => {
  const { transport, inputs } = createAgent(call('set_theme', { theme: 'dark' }), say('Done'))
  await chatWith(transport, <Theme />)
  expect(await screen.findByText('Theme: dark')).toBeVisible()
  expect(await screen.findByText('Done')).toBeVisible()
  expect(inputs[1]).toMatchObject({
    messages: expect.arrayContaining([
      expect.objectContaining({ role: 'tool', content: 'light before, dark now' }),
    ]),
  })
})
