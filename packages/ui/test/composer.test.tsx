import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { asking, finished, text } from './events.ts'
import { presentation } from './presentation.ts'
import { createScene } from './scene.tsx'

const SAYS = { events: [...text('m1', 'Hello.'), finished()] }

it('Enter sends, Shift+Enter makes a line', async () => {
  const { user, inputs } = await createScene({ script: [SAYS] })
  await user.type(
    await screen.findByRole('textbox', { name: 'Message' }),
    'one{Shift>}{Enter}{/Shift}two{Enter}',
  )
  await waitFor(() => expect(inputs[0]?.messages.at(-1)?.content).toBe('one\ntwo'))
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('')
})

it('Enter that picks a candidate of an input method sends nothing', async () => {
  const { user, inputs } = await createScene({ script: [SAYS] })
  const box = await screen.findByRole('textbox', { name: 'Message' })
  await user.type(box, '退款')
  fireEvent.compositionStart(box)
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true, keyCode: 229 })
  fireEvent.compositionEnd(box)
  expect(inputs).toHaveLength(0)
  expect(box).toHaveValue('退款')
})

it('is Stop while the agent answers, and says why nothing can be sent', async () => {
  const { user } = await createScene({
    script: [{ events: text('m1', 'Well').slice(0, 2), stays: 'open' }],
    ask: 'go',
  })
  const box = await screen.findByRole('textbox', { name: 'Message' })
  await user.type(box, 'and')
  expect(box).toHaveAccessibleDescription(/The agent is answering/)
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText(/You stopped this answer here/)).toBeVisible()
  expect(screen.getByText('Well', { selector: 'p' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'false')
})

it('offers the way past an open approval', async () => {
  const { user, inputs } = await createScene({
    script: [asking(), { events: [finished()] }],
    ask: 'go',
    ui: { presentation },
  })
  expect(await screen.findByText(/One approval is open/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'cancel it and go on' }))
  await waitFor(() => expect(inputs[1]?.resume).toEqual([{ interruptId: 'i1', status: 'cancelled' }]))
  await waitFor(() => expect(screen.queryByText(/One approval is open/)).toBeNull())
})

it('a suggestion on the empty thread is sent as it stands', async () => {
  const { Chat } = await import('../src/chat/Chat.tsx')
  const { user, inputs } = await createScene({ script: [SAYS], show: <Chat suggestions={['List orders']} /> })
  await user.dblClick(await screen.findByRole('button', { name: 'List orders' }))
  await waitFor(() => expect(inputs[0]?.messages.at(-1)?.content).toBe('List orders'))
  expect(await screen.findByText('Hello.', { selector: 'p' })).toBeVisible()
  expect(inputs).toHaveLength(1)
})
