import { createSession } from '@agui-kit/core'
import { AguiProvider } from '@agui-kit/react'
import { act, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { Chat } from '../src/chat/Chat.tsx'
import { createScriptedTransport } from './scripted-transport.ts'

const page = () => (
  <AguiProvider session={createSession({ transport: createScriptedTransport([]), threadId: 't' })}>
    <Chat title="Support" />
  </AguiProvider>
)

afterEach(() => {
  document.documentElement.lang = ''
  vi.restoreAllMocks()
})

it('a page in Chinese hydrates what a server rendered without a mismatch, then speaks Chinese', async () => {
  document.documentElement.lang = 'zh-CN'
  const complaints = vi.spyOn(console, 'error')
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(page())
  expect(container.innerHTML).toContain('Write a message')
  const root = await act(async () => hydrateRoot(container, page()))
  expect(screen.getByPlaceholderText('输入消息')).toBeVisible()
  expect(complaints).not.toHaveBeenCalled()
  act(() => root.unmount())
  container.remove()
})

it('follows the language of the document', async () => {
  document.documentElement.lang = 'en-GB'
  render(page())
  expect(screen.getByPlaceholderText('Write a message')).toBeVisible()
  await act(async () => {
    document.documentElement.lang = 'zh'
  })
  expect(await screen.findByPlaceholderText('输入消息')).toBeVisible()
})
