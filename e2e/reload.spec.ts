import { expect, test } from './fixtures/agent.ts'
import { openDemo } from './fixtures/page.ts'
import { approval, ask, toolCard, WORDS } from './fixtures/words.ts'

const words = WORDS.en

test.describe('the page is left while a run is live', () => {
  test.use({ agentFlags: { paceMs: 40 } })

  test('what had come is there again, marked as cut, with a way on', async ({ page, agent }) => {
    await openDemo(page, agent, { locale: 'en' })
    await ask(page, 'en', words.longAnswer)
    const log = page.getByRole('log')
    await expect(log).toContainText(/Section|1\.|the/i)
    // Long enough for the text to have been saved once while streaming.
    await expect.poll(async () => (await log.innerText()).length).toBeGreaterThan(400)
    await page.reload()
    await expect(log.getByText(/The page was left here/)).toBeVisible()
    expect((await log.innerText()).length).toBeGreaterThan(200)
    await page.getByRole('button', { name: words.tryAgain }).click()
    await expect(page.getByRole('button', { name: words.stop, exact: true })).toBeVisible()
  })
})

test('two approvals at once are answered one after the other and sent as one resume', async ({
  page,
  agent,
}) => {
  await openDemo(page, agent, { locale: 'en' })
  await ask(page, 'en', 'Refund A1024 and A1077')
  await expect(approval(page)).toHaveCount(2)
  await approval(page).first().getByRole('button', { name: words.approve128 }).click()
  await expect(page.getByText('Queued')).toBeVisible()
  expect(agent.resumeRequests()).toHaveLength(0)
  // A reload between the two answers loses neither the given nor the open one.
  await page.reload()
  await expect(page.getByText('Queued')).toBeVisible()
  await approval(page).last().getByRole('button', { name: words.deny }).click()
  await expect(toolCard(page, words.refundTool).first()).toContainText(words.done)
  await expect(toolCard(page, words.refundTool).last()).toContainText(words.denied)
  const [resume] = agent.resumeRequests()
  expect(agent.resumeRequests()).toHaveLength(1)
  expect(resume?.body['resume']).toHaveLength(2)
})

test('a question without an order is answered by a form and leads to the approval', async ({
  page,
  agent,
}) => {
  await openDemo(page, agent, { locale: 'en' })
  await ask(page, 'en', 'I want a refund')
  const question = approval(page)
  await expect(question).toBeVisible()
  await page.reload()
  const field = question.locator('input, select, textarea').first()
  if ((await field.evaluate((node) => node.tagName)) === 'SELECT') await field.selectOption('A1024')
  else await field.fill('A1024')
  await question.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('button', { name: words.approve128 })).toBeVisible()
})

test('a client tool runs in the page and its result goes back', async ({ page, agent }) => {
  await openDemo(page, agent, { locale: 'en' })
  await ask(page, 'en', 'What time is it')
  await expect.poll(() => agent.requests.length).toBe(2)
  const messages = agent.requests[1]?.body['messages'] as { role: string }[]
  expect(messages.at(-1)?.role).toBe('tool')
  await expect(page.getByRole('button', { name: words.send, exact: true })).toBeVisible()
  expect(agent.requests).toHaveLength(2)
})
