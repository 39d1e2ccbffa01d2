import type { Page } from '@playwright/test'
import { type Agent, expect, test } from './fixtures/agent.ts'
import { openDemo } from './fixtures/page.ts'
import { agentText, approval, ask, toolCard, WORDS } from './fixtures/words.ts'

const words = WORDS.en

interface ServerThread {
  readonly activeRun: object | null
  readonly messages: readonly { readonly role: string; readonly content?: string }[]
}

/** The answer as the agent itself keeps it, once the run is over. */
async function wholeAnswer(page: Page, agent: Agent): Promise<string | undefined> {
  const threadId = new URL(page.url()).searchParams.get('thread') ?? ''
  const response = await fetch(`${agent.url}/threads/${threadId}`)
  const { activeRun, messages } = (await response.json()) as ServerThread
  return activeRun === null ? messages.findLast(({ role }) => role === 'assistant')?.content : undefined
}

const squeeze = (text: string): string => text.replace(/\s+/g, '')

async function expectWhole(page: Page, agent: Agent): Promise<void> {
  await expect.poll(() => wholeAnswer(page, agent), { timeout: 40_000 }).toBeTruthy()
  const whole = squeeze((await wholeAnswer(page, agent)) ?? '')
  await expect.poll(async () => squeeze(await agentText(page))).toBe(whole)
  // One run was ever started, and nothing on the page says that anything was lost.
  expect(agent.requests).toHaveLength(1)
  await expect(page.getByRole('button', { name: words.tryAgain })).toHaveCount(0)
}

test.describe('a long answer ends whole', () => {
  test.use({ agentFlags: { paceMs: 12 } })

  test('when the page is reloaded in its middle', async ({ page, agent }) => {
    await openDemo(page, agent, { locale: 'en' })
    await ask(page, 'en', words.longAnswer)
    await expect.poll(async () => (await agentText(page)).length).toBeGreaterThan(200)
    await page.reload()
    await expectWhole(page, agent)
  })

  test('when the cable is pulled in its middle, twice', async ({ page, agent }) => {
    await openDemo(page, agent, { locale: 'en' })
    await ask(page, 'en', words.longAnswer)
    for (const length of [150, 600]) {
      await expect.poll(async () => (await agentText(page)).length).toBeGreaterThan(length)
      agent.cut()
    }
    await expectWhole(page, agent)
  })
})

test('an agent that is killed in the middle of an answer and comes back: what came stays, and it is said', async ({
  page,
  agent,
}) => {
  await openDemo(page, agent, { locale: 'en' })
  await ask(page, 'en', words.longAnswer)
  await expect.poll(async () => (await agentText(page)).length).toBeGreaterThan(100)
  await agent.restart()
  await expect(page.getByRole('button', { name: words.tryAgain })).toBeVisible({ timeout: 20_000 })
  expect((await agentText(page)).length).toBeGreaterThan(100)
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
