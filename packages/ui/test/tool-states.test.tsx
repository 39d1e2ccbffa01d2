import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Locale } from '../src/messages/locale.ts'
import { asking, call, finished, interrupt, result } from './events.ts'
import { presentation } from './presentation.ts'
import { createScene, type Scene } from './scene.tsx'
import type { Script } from './scripted-transport.ts'

interface State {
  readonly name: string
  readonly words: Readonly<Record<Locale, string>>
  readonly icon: string
  readonly script: Script
  readonly isClientTool?: boolean
  readonly act?: (scene: Scene) => Promise<void>
}

const partial = call('c1').slice(0, 1)
const answer =
  (payload: object | undefined) =>
  async ({ session }: Scene): Promise<void> => {
    void session.answer(
      'i1',
      payload === undefined ? { status: 'cancelled' } : { status: 'resolved', payload },
    )
  }

const STATES: readonly State[] = [
  {
    name: 'arguments streaming',
    words: { en: 'Preparing', 'zh-CN': '准备中' },
    icon: 'pending',
    script: [
      {
        events: [...partial, { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"orderId":"A10' }],
        stays: 'open',
      },
    ],
  },
  {
    name: 'waiting to run',
    words: { en: 'Waiting', 'zh-CN': '等待执行' },
    icon: 'dots',
    script: [{ events: call('c1'), stays: 'open' }],
    isClientTool: true,
  },
  {
    name: 'running',
    words: { en: 'Running', 'zh-CN': '执行中' },
    icon: 'ring',
    script: [{ events: call('c1'), stays: 'open' }],
  },
  {
    name: 'awaiting approval',
    words: { en: 'Needs approval', 'zh-CN': '等待审批' },
    icon: 'approval-person',
    script: [asking()],
  },
  {
    name: 'done',
    words: { en: 'Done', 'zh-CN': '已完成' },
    icon: 'check-circle',
    script: [{ events: [...call('c1'), result('c1', { refundId: 'R-1' }), finished()] }],
  },
  {
    name: 'failed',
    words: { en: 'Failed', 'zh-CN': '失败' },
    icon: 'x-circle',
    script: [
      {
        events: [
          ...call('c1'),
          result('c1', { isError: true, code: 'bank_paused', message: 'Paused.' }),
          finished(),
        ],
      },
    ],
  },
  {
    name: 'denied',
    words: { en: 'Denied', 'zh-CN': '已拒绝' },
    icon: 'ban',
    script: [asking(), { events: [result('c1', { status: 'denied' }), finished()] }],
    act: answer({ approved: false }),
  },
  {
    name: 'cancelled',
    words: { en: 'Cancelled', 'zh-CN': '已取消' },
    icon: 'minus',
    script: [asking(), { events: [finished()] }],
    act: answer(undefined),
  },
  {
    name: 'expired',
    words: { en: 'Expired', 'zh-CN': '已过期' },
    icon: 'hourglass',
    script: [asking(interrupt({ expiresAt: '2020-01-01T00:00:00Z' }))],
  },
  {
    name: 'unknown, because the stream was cut',
    words: { en: 'Unknown, connection lost', 'zh-CN': '未知（连接中断）' },
    icon: 'question',
    script: [{ events: call('c1') }],
  },
]

describe.each(['en', 'zh-CN'] as const)('a tool card says in %s that the call is', (locale) => {
  it.each(STATES)('$name', async ({ words, icon, script, isClientTool, act }) => {
    const tool = { name: 'refund_order', description: '', execute: () => new Promise(() => undefined) }
    const scene = await createScene({
      script,
      ask: 'go',
      ui: { locale, presentation },
      session: isClientTool ? { tools: [tool] } : {},
    })
    await act?.(scene)
    const title = locale === 'en' ? 'Refund order' : '订单退款'
    const card = await screen.findByRole('group', { name: title })
    const head = within(card).getByRole('button', { expanded: false })
    await waitFor(() => expect(head).toHaveTextContent(words[locale]))
    expect(head.querySelector('.agui-state-icon')).toHaveAttribute('data-icon', icon)
  })
})

describe('a tool card', () => {
  it('takes the end of the arguments for no result', async () => {
    await createScene({ script: [{ events: call('c1'), stays: 'open' }], ask: 'go' })
    expect(await screen.findByRole('button', { name: /Refund order.*Running/ })).toBeVisible()
    expect(screen.queryByText('Done')).toBeNull()
  })

  it('unfolds to readable arguments and result, and to their raw text', async () => {
    const { user } = await createScene({
      script: [{ events: [...call('c1'), result('c1', { refundId: 'R-1', fee: null }), finished()] }],
      ask: 'go',
      ui: { presentation },
    })
    await user.click(await screen.findByRole('button', { name: /Refund order/ }))
    const args = screen.getByRole('group', { name: 'Arguments' })
    expect(args).toHaveTextContent('Amount¥128.00')
    const shown = screen.getByRole('group', { name: 'Result' })
    expect(shown).toHaveTextContent('Refund idR-1FeeNone')
    await user.click(within(shown).getByRole('button', { name: 'Raw text' }))
    expect(shown).toHaveTextContent('"refundId": "R-1"')
  })

  it('copies the raw text', async () => {
    const { user } = await createScene({ script: [{ events: [...call('c1'), finished()] }], ask: 'go' })
    await user.click(await screen.findByRole('button', { name: /Refund order/ }))
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
    expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject({ orderId: 'A1024' })
  })

  it('tells why a call failed, with its code', async () => {
    await createScene({
      script: [
        {
          events: [
            ...call('c1'),
            result('c1', { isError: true, code: 'bank_paused', message: 'The bank paused refunds.' }),
            finished(),
          ],
        },
      ],
      ask: 'go',
    })
    expect(await screen.findByText('The bank paused refunds.')).toBeVisible()
    expect(screen.getByText('bank_paused')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Copy code bank_paused' })).toBeVisible()
  })

  it('shows arguments that are no data as the text they are', async () => {
    const { user } = await createScene({
      script: [{ events: [...call('c1', '{"orderId": oops'), finished()] }],
      ask: 'go',
    })
    await user.click(await screen.findByRole('button', { name: /Refund order/ }))
    expect(screen.getByText('{"orderId": oops')).toBeVisible()
  })
})
