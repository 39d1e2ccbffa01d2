import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApprovalDialog } from '../src/approval/ApprovalDialog.tsx'
import { asking, call, finished, result, text } from './events.ts'
import { presentation } from './presentation.ts'
import { createScene } from './scene.tsx'

afterEach(() => vi.unstubAllGlobals())

it('the log is silent; a message is announced once it is complete', async () => {
  await createScene({ script: [{ events: [...text('m1', 'All ', 'done.'), finished()] }], ask: 'go' })
  const log = await screen.findByRole('log')
  expect(log).toHaveAttribute('aria-live', 'off')
  await within(log).findByText('All done.')
})

it('new states of a tool and open approvals are announced', async () => {
  const { session } = await createScene({
    script: [asking(), { events: [result('c1', { refundId: 'R-1' }), finished()] }],
    ui: { presentation },
  })
  void session.send('go')
  const said = (await screen.findAllByRole('status')).find((region) => region.className === 'agui-sr')
  await waitFor(() => expect(said).toHaveTextContent('Needs your approval'))
  void session.answer('i1', { status: 'resolved', payload: { approved: true } })
  await waitFor(() => expect(said).toHaveTextContent('Refund order: Done'))
})

it('steps, reasoning and activities are rows that unfold', async () => {
  const { user } = await createScene({
    script: [
      {
        events: [
          { type: 'STEP_STARTED', stepName: 'look_up' },
          { type: 'STEP_FINISHED', stepName: 'look_up' },
          { type: 'REASONING_MESSAGE_START', messageId: 'r1', role: 'reasoning' },
          { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r1', delta: 'Hm. It depends.' },
          { type: 'REASONING_MESSAGE_END', messageId: 'r1' },
          {
            type: 'ACTIVITY_SNAPSHOT',
            messageId: 'a1',
            activityType: 'plan',
            content: {
              title: 'Returns',
              steps: [
                { title: 'Check', status: 'done' },
                { title: 'Pay', status: 'running' },
              ],
            },
          },
          {
            type: 'ACTIVITY_SNAPSHOT',
            messageId: 'a2',
            activityType: 'web_search',
            content: { query: 'jars' },
          },
          finished(),
        ],
      },
    ],
    ask: 'go',
    ui: { stepNames: { look_up: 'Look it up' } },
  })
  expect(await screen.findByRole('button', { name: /Steps.*Look it up.*1 of 1/ })).toBeVisible()
  expect(screen.getByRole('button', { name: /Returns.*Pay.*2 of 2/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: /Reasoning/ }))
  expect(screen.getByText('Hm. It depends.', { selector: 'p' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: /Web search/ }))
  expect(screen.getByText('jars')).toBeVisible()
})

it('an answer that was cut keeps its text and offers one way on', async () => {
  const { user, inputs } = await createScene({
    script: [{ events: text('m1', 'Half an') }, { events: [...text('m2', 'Whole.'), finished()] }],
    ask: 'go',
  })
  expect(await screen.findByText(/The connection broke here/)).toBeVisible()
  expect(screen.getByText('Half an')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Whole.', { selector: 'p' })
  expect(inputs).toHaveLength(2)
})

it('a cut result is fetched whole from the agent’s origin and from nowhere else', async () => {
  const whole = { orders: ['A1', 'A2'] }
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    return new Response(JSON.stringify(whole))
  })
  const cut = (id: string, origin: string) => [
    ...call(id, {}, `list_${id}`),
    result(id, '{"orders":["A1",…', {
      truncated: true,
      totalChars: 4_000,
      fullResultUrl: `${origin}/whole`,
    }),
  ]
  const { user } = await createScene({
    script: [
      {
        events: [...cut('near', 'https://agent.example'), ...cut('far', 'https://evil.example'), finished()],
      },
    ],
    ask: 'go',
    ui: { agentUrl: 'https://agent.example/ag-ui' },
  })
  await user.click(await screen.findByRole('button', { name: /List far/ }))
  expect(screen.getByText(/an address this page does not trust/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /List near/ }))
  expect(screen.getAllByText(/Only the beginning of 4,000 characters/)).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await screen.findByText('A1, A2')).toBeVisible()
  expect(fetched).toEqual(['https://agent.example/whole'])
})

it('the dialog never puts the focus on the button that approves; leaving it decides nothing', async () => {
  const { user, inputs } = await createScene({
    script: [asking()],
    ask: 'go',
    ui: { presentation },
    show: <ApprovalDialog />,
  })
  const dialog = await screen.findByRole('alertdialog')
  await waitFor(() => expect(document.activeElement).toBe(dialog))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(inputs).toHaveLength(1)
})
