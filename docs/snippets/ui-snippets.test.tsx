import { createSession, createTapeTransport } from '@agui-kit/core'
import { AguiProvider } from '@agui-kit/react'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SupportChat } from './ui-chat.tsx'
import { ModalApprovals } from './ui-dialog.tsx'
import { Conversation } from './ui-parts.tsx'
import { presentation } from './ui-presentation.ts'
import { Words } from './ui-words.tsx'

const session = () => createSession({ transport: createTapeTransport([]), threadId: 'snippet' })

it('the chat stands with its title and suggestions', async () => {
  render(<SupportChat />)
  expect(screen.getByRole('heading', { name: 'Support' })).toBeVisible()
  expect(await screen.findByRole('button', { name: 'List orders' })).toBeVisible()
})

it('parts stand alone, in the language asked for', async () => {
  const { start, ...rest } = session()
  await start()
  render(
    <AguiProvider session={{ start, ...rest }}>
      <Words>
        <Conversation />
      </Words>
    </AguiProvider>,
  )
  expect(screen.getByPlaceholderText('输入消息')).toBeVisible()
  expect(await screen.findByText('Ask away.')).toBeVisible()
})

it('without an open approval there is no dialog', () => {
  render(
    <AguiProvider session={session()}>
      <ModalApprovals />
    </AguiProvider>,
  )
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('the presentation says the act', () => {
  const { act, sentence } = presentation['refund_order'] ?? {}
  const input = { orderId: 'A1024', amount: 128 }
  expect(act?.(input, 'en')).toBe('Refund ¥128.00')
  expect(sentence?.(input, 'zh-CN')).toEqual([
    '为订单 ',
    { strong: 'A1024' },
    ' 退款 ',
    { strong: '¥128.00' },
    '？',
  ])
})
