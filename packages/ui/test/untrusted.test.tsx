import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { asking, call, finished, interrupt, result, text } from './events.ts'
import { createScene } from './scene.tsx'

const HTML = '<img src=x onerror=alert(1)> <a href="javascript:alert(1)">x</a> https://evil.example'

it('whatever an agent sends is text: no markup, no links, no images', async () => {
  const { user } = await createScene({
    script: [
      {
        events: [
          ...text('m1', HTML),
          ...call('c1', { [HTML]: HTML }, HTML),
          result('c1', { note: HTML }),
          finished({
            type: 'interrupt',
            interrupts: [
              interrupt({ message: HTML, responseSchema: { properties: { [HTML]: { title: HTML } } } }),
            ],
          }),
        ],
      },
    ],
    ask: 'go',
  })
  await screen.findByText(HTML, { selector: 'p' })
  for (const button of screen.getAllByRole('button', { expanded: false })) await user.click(button)
  expect(document.querySelectorAll('img, a, script, iframe')).toHaveLength(0)
})

it('names of the prototype are names like any other', async () => {
  const args = '{"__proto__":{"polluted":1},"constructor":"x","toString":"y"}'
  const { user } = await createScene({
    script: [{ events: [...call('c1', args, 'constructor'), ...call('c2', {}, '__proto__'), finished()] }],
    ask: 'go',
  })
  await user.click(await screen.findByRole('button', { name: /^Constructor/ }))
  const list = screen.getByRole('group', { name: 'Arguments' })
  for (const label of ['Proto', 'Constructor', 'To string']) expect(list).toHaveTextContent(label)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

it('edited arguments keep such names as own members', async () => {
  const args = '{"__proto__":"odd","amount":5}'
  const schema = {
    properties: { approved: {}, editedArgs: { properties: { amount: { type: 'number' } } } },
  }
  const { user, inputs } = await createScene({
    script: [
      {
        events: [
          ...call('c1', args),
          finished({ type: 'interrupt', interrupts: [interrupt({ responseSchema: schema })] }),
        ],
      },
    ],
    ask: 'go',
  })
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '0')
  await user.click(screen.getByRole('button', { name: 'Approve with changes' }))
  await screen.findByText('Sending')
  expect(JSON.stringify(inputs[1]?.resume?.[0]?.payload)).toBe(
    '{"approved":true,"editedArgs":{"__proto__":"odd","amount":50}}',
  )
})

it('characters that hide or turn text round are shown', async () => {
  await createScene({
    script: [asking(interrupt({ message: 'Pay \u202e001 to Bob\u200b?' }))],
    ask: 'go',
  })
  const heading = await screen.findByRole('heading', { name: /Pay/ })
  expect(heading).toHaveTextContent('Pay U+202E001 to BobU+200B?')
})

it('long values are folded', async () => {
  const long = 'x'.repeat(5_000)
  const { user } = await createScene({
    script: [{ events: [...call('c1', { note: long }), finished()] }],
    ask: 'go',
  })
  await user.click(await screen.findByRole('button', { name: /Refund order/ }))
  expect(screen.queryByText(long)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(screen.getByText(long)).toBeVisible()
})
