import { KitError } from '@agui-kit/core'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { asking, call, finished, interrupt, result } from './events.ts'
import { presentation } from './presentation.ts'
import { createScene } from './scene.tsx'

const ACCEPTING = { events: [result('c1', { refundId: 'R-1' }), finished()] }
const ui = { presentation }
const approval = (): HTMLElement => screen.getByRole('region', { name: /for order/ })

describe('an approval', () => {
  it('says what will happen, to what, why, and names the act on its buttons; nothing has focus', async () => {
    await createScene({ script: [asking()], ask: 'go', ui })
    const heading = await screen.findByRole('heading', { name: /for order/ })
    expect(heading).toHaveTextContent('Refund ¥128.00 for order A1024?')
    const card = approval()
    expect(heading.querySelectorAll('strong')).toHaveLength(2)
    expect(card).toHaveTextContent('ReasonDamaged on arrival')
    expect(card).toHaveTextContent('Order assistant asks: Refund ¥128.00 for order A1024?')
    const names = within(card)
      .getAllByRole('button')
      .map((button) => button.textContent)
    expect(names).toEqual(['Edit', 'Don’t refund', 'Refund ¥128.00'])
    expect(card).not.toContainElement(document.activeElement as HTMLElement)
  })

  it('is answered once, however often it is clicked, and becomes its own receipt', async () => {
    const { user, inputs } = await createScene({ script: [asking(), ACCEPTING], ask: 'go', ui })
    await user.dblClick(await screen.findByRole('button', { name: 'Refund ¥128.00' }))
    await screen.findByText('Accepted')
    expect(inputs).toHaveLength(2)
    expect(inputs[1]?.resume).toEqual([
      { interruptId: 'i1', status: 'resolved', payload: { approved: true } },
    ])
    expect(screen.getByText(/Approved by you at/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Refund ¥128.00' })).toBeNull()
  })

  it('denied says so, and what is certain then', async () => {
    const { user, inputs } = await createScene({
      script: [asking(), { events: [result('c1', { status: 'denied' }), finished()] }],
      ask: 'go',
      ui,
    })
    await user.click(await screen.findByRole('button', { name: 'Don’t refund' }))
    expect(await screen.findByText('Nothing was refunded.')).toBeVisible()
    expect(inputs[1]?.resume?.[0]).toMatchObject({ status: 'resolved', payload: { approved: false } })
    expect(screen.getByText('Don’t refund order', { exact: false })).toBeVisible()
    expect(screen.getAllByText('Denied')).toHaveLength(2)
  })

  it('edited tells the change in the sentence, at the field and on the button, and sends it whole', async () => {
    const { user, inputs } = await createScene({ script: [asking(), ACCEPTING], ask: 'go', ui })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const amount = screen.getByRole('textbox', { name: 'Amount' })
    expect(amount).toHaveValue('128.00')
    await user.clear(amount)
    await user.type(amount, '100')
    const card = approval()
    expect(within(card).getByRole('heading')).toHaveTextContent(
      'Refund was ¥128.00now ¥100.00 for order A1024?',
    )
    expect(card).toHaveTextContent('Changedwas ¥128.00')
    await user.click(screen.getByRole('button', { name: 'Refund ¥100.00' }))
    await screen.findByText('Accepted')
    expect(inputs[1]?.resume?.[0]?.payload).toEqual({
      approved: true,
      editedArgs: { orderId: 'A1024', amount: 100, reason: 'Damaged on arrival' },
    })
    await user.click(screen.getByRole('button', { name: /Refund order/ }))
    expect(screen.getByRole('group', { name: 'Arguments' })).toHaveTextContent('was ¥128.00now ¥100.00')
  })

  it('opened for editing and approved unchanged sends no edited arguments', async () => {
    const { user, inputs } = await createScene({ script: [asking(), ACCEPTING], ask: 'go', ui })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const amount = screen.getByRole('textbox', { name: 'Amount' })
    await user.clear(amount)
    await user.type(amount, '128')
    await user.click(screen.getByRole('button', { name: 'Refund ¥128.00' }))
    await screen.findByText('Accepted')
    expect(inputs[1]?.resume?.[0]?.payload).toEqual({ approved: true })
  })

  it.each([
    ['500', 'At most ¥128.00.'],
    ['0', 'More than ¥0.00.'],
    ['a lot', 'This must be a number.'],
    ['', 'This is needed.'],
  ])('cannot be given with the amount "%s", and says why: %s', async (typed, why) => {
    const { user, inputs } = await createScene({ script: [asking()], ask: 'go', ui })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const amount = screen.getByRole('textbox', { name: 'Amount' })
    await user.clear(amount)
    if (typed !== '') await user.type(amount, typed)
    expect(amount).toBeInvalid()
    expect(amount).toHaveAccessibleDescription(why)
    const approve = screen.getByRole('button', { name: 'Refund ¥128.00' })
    expect(approve).toHaveAttribute('aria-disabled', 'true')
    expect(approve).toHaveAccessibleDescription('One field needs attention.')
    await user.click(approve)
    expect(inputs).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Don’t refund' })).toBeEnabled()
  })

  it('tells a wrong value in Chinese to who reads Chinese', async () => {
    const { user } = await createScene({ script: [asking()], ask: 'go', ui: { ...ui, locale: 'zh-CN' } })
    await user.click(await screen.findByRole('button', { name: '修改' }))
    const amount = screen.getByRole('textbox', { name: '退款金额' })
    await user.clear(amount)
    await user.type(amount, '500')
    expect(amount).toHaveAccessibleDescription('不能大于 ¥128.00。')
    expect(screen.getByText('不可修改')).toBeVisible()
  })

  it('drops the changes when editing is cancelled', async () => {
    const { user } = await createScene({ script: [asking()], ask: 'go', ui })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await user.clear(screen.getByRole('textbox', { name: 'Amount' }))
    await user.click(screen.getByRole('button', { name: 'Cancel edit' }))
    expect(screen.queryByRole('textbox', { name: 'Amount' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Refund ¥128.00' })).toHaveAttribute('aria-disabled', 'false')
  })

  it('that has expired cannot be given, only cancelled', async () => {
    const { user, inputs } = await createScene({
      script: [asking(interrupt({ expiresAt: '2020-01-01T00:00:00Z' })), { events: [finished()] }],
      ask: 'go',
      ui,
    })
    expect(await screen.findByText(/No decision by/)).toHaveTextContent('Nothing was refunded.')
    expect(screen.queryByRole('button', { name: 'Refund ¥128.00' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Cancel and go on' }))
    await waitFor(() => expect(inputs[1]?.resume).toEqual([{ interruptId: 'i1', status: 'cancelled' }]))
  })

  it('that could not be sent says so, keeps the decision, and sends the same one again', async () => {
    const refused = new KitError('transport-http-status', 'No.', { status: 403 })
    const { user, inputs } = await createScene({ script: [asking(), refused, ACCEPTING], ask: 'go', ui })
    await user.click(await screen.findByRole('button', { name: 'Refund ¥128.00' }))
    expect(await screen.findByText('Failed to send')).toBeVisible()
    expect(screen.getByText('Nothing was refunded.')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Accepted')).toBeVisible()
    expect(inputs[2]?.resume).toEqual(inputs[1]?.resume)
  })

  it('that could not be sent may be changed', async () => {
    const refused = new KitError('transport-http-status', 'No.', { status: 403 })
    const { user, inputs } = await createScene({ script: [asking(), refused, ACCEPTING], ask: 'go', ui })
    await user.click(await screen.findByRole('button', { name: 'Refund ¥128.00' }))
    await user.click(await screen.findByRole('button', { name: 'Change decision' }))
    await user.click(await screen.findByRole('button', { name: 'Don’t refund' }))
    await waitFor(() => expect(inputs[2]?.resume?.[0]?.payload).toEqual({ approved: false }))
  })

  it('claims nothing when no answer came, or one from something in between', async () => {
    const silent = new KitError('transport-unreachable', 'Nobody answers.')
    const proxy = new KitError('transport-http-status', 'Bad gateway.', { status: 502 })
    const { user, inputs } = await createScene({
      script: [asking(), silent, proxy, ACCEPTING],
      ask: 'go',
      ui,
    })
    await user.click(await screen.findByRole('button', { name: 'Refund ¥128.00' }))
    for (const attempt of [2, 3]) {
      expect(await screen.findByText('Not confirmed')).toBeVisible()
      expect(screen.queryByText('Nothing was refunded.')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Change decision' })).toBeNull()
      await user.click(screen.getByRole('button', { name: 'Send again' }))
      await waitFor(() => expect(inputs).toHaveLength(attempt + 1))
    }
    expect(await screen.findByText('Accepted')).toBeVisible()
    expect(inputs[3]?.resume).toEqual(inputs[1]?.resume)
  })

  it('claims nothing when the connection broke before it was confirmed', async () => {
    const { user, inputs } = await createScene({
      script: [asking(), { events: [] }, ACCEPTING],
      ask: 'go',
      ui,
    })
    await user.click(await screen.findByRole('button', { name: 'Refund ¥128.00' }))
    expect(await screen.findByText('Not confirmed')).toBeVisible()
    expect(screen.queryByText('Nothing was refunded.')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Send again' }))
    await screen.findByText('Accepted')
    expect(inputs[2]?.resume).toEqual(inputs[1]?.resume)
  })

  it('waits for its fellows, and can be undone until then', async () => {
    const two = asking(interrupt(), interrupt({ id: 'i2', toolCallId: 'c2' }))
    const { user, inputs } = await createScene({ script: [two], ask: 'go', ui })
    const [first] = await screen.findAllByRole('button', { name: 'Refund ¥128.00' })
    await user.click(first as HTMLElement)
    expect(await screen.findByText('Queued')).toBeVisible()
    expect(screen.getByText('1 of 2 answered')).toBeVisible()
    expect(inputs).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findAllByRole('button', { name: 'Refund ¥128.00' })).toHaveLength(2)
  })

  it('asks for a typed word before a high-risk act', async () => {
    const risky = interrupt({ metadata: { 'agui-kit': { risk: 'high' } } })
    const { user, inputs } = await createScene({ script: [asking(risky), ACCEPTING], ask: 'go', ui })
    const approve = await screen.findByRole('button', { name: 'Refund ¥128.00' })
    await user.click(approve)
    expect(inputs).toHaveLength(1)
    await user.type(screen.getByRole('textbox', { name: /Type “refund” to approve/ }), 'refund')
    await user.click(approve)
    await waitFor(() => expect(inputs).toHaveLength(2))
  })
})

describe('without words of the application', () => {
  it('the agent’s own sentence stands, with Approve and Deny', async () => {
    await createScene({ script: [asking(interrupt({ responseSchema: { type: 'object' } }))], ask: 'go' })
    expect(await screen.findByRole('heading', { name: 'Refund ¥128.00 for order A1024?' })).toBeVisible()
  })

  it('arguments without named properties are edited as JSON', async () => {
    const open = { properties: { approved: {}, editedArgs: { type: 'object' } } }
    const { user, inputs } = await createScene({
      script: [asking(interrupt({ responseSchema: open })), ACCEPTING],
      ask: 'go',
    })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const json = screen.getByRole('textbox', { name: 'Arguments as JSON' })
    await user.clear(json)
    await user.type(json, '[[1]')
    expect(json).toHaveAccessibleDescription('This must be a JSON object.')
    await user.clear(json)
    await user.type(json, '{{"orderId":"A1"}')
    await user.click(screen.getByRole('button', { name: 'Approve with changes' }))
    await waitFor(() =>
      expect(inputs[1]?.resume?.[0]?.payload).toEqual({ approved: true, editedArgs: { orderId: 'A1' } }),
    )
  })
})

describe('a question', () => {
  const ask = (extra: object) => ({
    events: [finished({ type: 'interrupt', interrupts: [{ id: 'q1', reason: 'input_required', ...extra }] })],
  })

  it('is a form of the properties its schema names', async () => {
    const schema = {
      type: 'object',
      properties: {
        orderId: { type: 'string', title: 'Order number', enum: ['A1', 'A2'] },
        count: { type: 'integer', minimum: 1 },
        isGift: { type: 'boolean' },
      },
      required: ['orderId'],
    }
    const { user, inputs } = await createScene({
      script: [ask({ message: 'Which order?', responseSchema: schema }), { events: [finished()] }],
      ask: 'go',
    })
    await screen.findByRole('heading', { name: 'Which order?' })
    await user.click(screen.getByRole('button', { name: 'Send answer' }))
    const order = screen.getByRole('combobox', { name: 'Order number' })
    expect(order).toHaveAccessibleDescription('This is needed.')
    expect(inputs).toHaveLength(1)
    await user.selectOptions(order, 'A2')
    await user.type(screen.getByRole('textbox', { name: 'Count' }), '3')
    await user.click(screen.getByRole('checkbox', { name: 'Is gift' }))
    await user.click(screen.getByRole('button', { name: 'Send answer' }))
    await waitFor(() =>
      expect(inputs[1]?.resume?.[0]?.payload).toEqual({ orderId: 'A2', count: 3, isGift: true }),
    )
  })

  it('without a schema is answered in words', async () => {
    const { user, inputs } = await createScene({
      script: [ask({ message: 'Why?' }), { events: [...call('c9', {}), finished()] }],
      ask: 'go',
    })
    await user.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'Because{Enter}')
    await waitFor(() => expect(inputs[1]?.resume?.[0]?.payload).toBe('Because'))
    expect(await screen.findByText('Accepted')).toBeVisible()
  })

  it('of an unknown kind without a schema is approved or denied', async () => {
    const { user, inputs } = await createScene({
      script: [ask({ reason: 'acme:check', message: 'Go on?', toolCallId: 'nowhere' })],
      ask: 'go',
    })
    await user.click(await screen.findByRole('button', { name: 'Deny' }))
    await waitFor(() => expect(inputs[1]?.resume?.[0]?.payload).toEqual({ approved: false }))
  })
})
