import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type Agent, expect, test } from './fixtures/agent.ts'
import { type DemoLocale, openDemo } from './fixtures/page.ts'
import { agentText, approval, ask, toolCard, WORDS } from './fixtures/words.ts'

interface OrderBook {
  readonly executed: Readonly<Record<string, { readonly receipt: { orderId: string; amount: number } }>>
}

/** The refunds as the MCP server's own store holds them: what really happened to the money. */
async function refundsOf(agent: Agent, orderId: string): Promise<readonly number[]> {
  const text = await readFile(path.join(agent.dataFolder, 'mcp', 'orders.json'), 'utf8').catch(
    () => undefined,
  )
  // No file: no refund was ever written.
  if (text === undefined) return []
  const { executed } = JSON.parse(text) as OrderBook
  return Object.values(executed).flatMap(({ receipt }) =>
    receipt.orderId === orderId ? [receipt.amount] : [],
  )
}

async function askForRefund(page: Page, agent: Agent, locale: DemoLocale): Promise<void> {
  await openDemo(page, agent, { locale })
  await ask(page, locale, WORDS[locale].refundA1024)
  await expect(approval(page)).toBeVisible()
}

for (const locale of ['zh', 'en'] as const) {
  const words = WORDS[locale]

  test.describe(`ask, watch, approve after a reload (${locale})`, () => {
    test('the order is looked up, the state shows the step, and the refund waits with its amount', async ({
      page,
      agent,
    }) => {
      await openDemo(page, agent, { locale })
      await ask(page, locale, words.refundA1024)
      const lookUp = toolCard(page, words.lookUpTool)
      // Streaming and running pass by; what must be seen in the end is that it is done.
      await expect(lookUp).toContainText(words.done)
      await expect(approval(page)).toContainText('128.00')
      await expect(approval(page)).toContainText('A1024')
      await expect(toolCard(page, words.refundTool)).toContainText(words.needsApproval)
      await expect(page.getByRole('region', { name: words.sharedState })).toContainText(words.stateStep)
      expect(await refundsOf(agent, 'A1024')).toEqual([])
    })

    test('a reload brings conversation, tool card and approval back', async ({ page, agent }) => {
      await askForRefund(page, agent, locale)
      await page.reload()
      await expect(page.getByRole('log').getByText(words.refundA1024)).toBeVisible()
      await expect(toolCard(page, words.lookUpTool)).toContainText(words.done)
      await expect(toolCard(page, words.refundTool)).toContainText(words.needsApproval)
      await expect(approval(page)).toContainText('128.00')
      expect(agent.requests).toHaveLength(1)
    })

    test('after a reload and a restart of the agent the edited amount is refunded, with one request', async ({
      page,
      agent,
    }) => {
      await askForRefund(page, agent, locale)
      await agent.restart()
      await page.reload()
      const card = approval(page)
      await card.getByRole('button', { name: words.edit, exact: true }).click()
      await card.getByRole('textbox', { name: words.amount }).fill('100')
      await card.getByRole('button', { name: words.approve100 }).click()
      await expect(toolCard(page, words.refundTool)).toContainText(words.done)
      await expect(page.getByText(words.refunded100).first()).toBeVisible()
      expect(agent.resumeRequests()).toHaveLength(1)
      expect(await refundsOf(agent, 'A1024')).toEqual([100])

      const refund = toolCard(page, words.refundTool)
      await refund.getByRole('button').first().click()
      await expect(refund).toContainText('128')
      await expect(refund).toContainText('100')

      await page.reload()
      await expect(toolCard(page, words.refundTool)).toContainText(words.done)
      await expect(page.getByText(words.refunded100).first()).toBeVisible()
      await expect(approval(page)).toHaveCount(0)
      expect(agent.resumeRequests()).toHaveLength(1)
    })

    test('denied: the card says so, the agent explains, nothing is refunded', async ({ page, agent }) => {
      await askForRefund(page, agent, locale)
      await approval(page).getByRole('button', { name: words.deny }).click()
      await expect(toolCard(page, words.refundTool)).toContainText(words.denied)
      await expect(page.getByText(words.deniedText).first()).toBeVisible()
      expect(agent.resumeRequests()).toHaveLength(1)
      expect(await refundsOf(agent, 'A1024')).toEqual([])
    })

    test('a double click on approve sends one request and refunds once', async ({ page, agent }) => {
      await askForRefund(page, agent, locale)
      await approval(page).getByRole('button', { name: words.approve128 }).dblclick()
      await expect(toolCard(page, words.refundTool)).toContainText(words.done)
      expect(agent.resumeRequests()).toHaveLength(1)
      expect(await refundsOf(agent, 'A1024')).toEqual([128])
    })

    test('stopped in the middle of a long answer: it is said, what came stays, and there is a way on', async ({
      page,
      agent,
    }) => {
      await openDemo(page, agent, { locale })
      await ask(page, locale, words.longAnswer)
      await expect.poll(async () => (await agentText(page)).length).toBeGreaterThan(40)
      await page.getByRole('button', { name: words.stop, exact: true }).click()
      await expect(page.getByRole('log').getByText(words.stopped)).toBeVisible()
      expect((await agentText(page)).length).toBeGreaterThan(40)
      await page.reload()
      await expect(page.getByRole('log').getByText(words.stopped)).toBeVisible()
      await page.getByRole('button', { name: words.tryAgain }).click()
      await expect(page.getByRole('button', { name: words.stop, exact: true })).toBeVisible()
    })

    test('a tool that fails is told at its card, and the run goes on', async ({ page, agent }) => {
      await openDemo(page, agent, { locale })
      await ask(page, locale, words.fail)
      await expect(page.getByText(words.failed, { exact: true }).first()).toBeVisible()
      await expect(page.getByText('tool-error').first()).toBeVisible()
      await expect(page.getByRole('textbox', { name: words.message })).toBeEnabled()
    })

    test('an agent that is not running is told in words; the message is kept and sent again', async ({
      page,
      agent,
    }) => {
      await openDemo(page, agent, { locale })
      await agent.stop()
      await ask(page, locale, words.listOrders)
      await expect(page.getByRole('log').getByText(words.unreachable)).toBeVisible()
      await expect(page.getByText(words.listOrders).first()).toBeVisible()
      await agent.restart()
      await page.getByRole('button', { name: words.tryAgain }).click()
      await expect(toolCard(page, words.listTool)).toContainText(words.done)
    })
  })

  test.describe(`expired (${locale})`, () => {
    test.use({ agentFlags: { approvalTtlMs: 1500 } })

    test('an approval that expires says so, cannot be sent, and can be cancelled', async ({
      page,
      agent,
    }) => {
      await askForRefund(page, agent, locale)
      await expect(page.getByText(words.expired).first()).toBeVisible()
      await expect(page.getByRole('button', { name: words.approve128 })).toHaveCount(0)
      expect(agent.resumeRequests()).toHaveLength(0)
      await page.getByRole('button', { name: words.cancelAndGoOn }).click()
      await expect(approval(page)).toHaveCount(0)
      expect(agent.resumeRequests()).toHaveLength(1)
      expect(await refundsOf(agent, 'A1024')).toEqual([])
      await ask(page, locale, words.listOrders)
      await expect(toolCard(page, words.listTool)).toContainText(words.done)
    })
  })
}

test.describe('the states a tool card passes through', () => {
  test.use({ agentFlags: { paceMs: 60 } })

  test('streaming, then running, then done: the end of the arguments is not "done"', async ({
    page,
    agent,
  }) => {
    await page.addInitScript(watchCardStates)
    await openDemo(page, agent, { locale: 'en' })
    await ask(page, 'en', WORDS.en.refundA1024)
    await expect(approval(page)).toBeVisible()
    const seen = await page.evaluate(
      () => (window as unknown as { seenStates: Record<string, string[]> }).seenStates,
    )
    expect(seen[WORDS.en.lookUpTool]).toEqual(['streaming', 'running', 'done'])
    expect(seen[WORDS.en.refundTool]?.[0]).toBe('streaming')
    expect(seen[WORDS.en.refundTool]?.at(-1)).toBe('approval')
    expect(seen[WORDS.en.refundTool]).not.toContain('done')
  })
})

/** Runs in the page: notes every state each named card was ever drawn in. */
function watchCardStates(): void {
  const seen: Record<string, string[]> = {}
  Object.assign(window, { seenStates: seen })
  const note = (): void => {
    for (const card of document.querySelectorAll<HTMLElement>('[role="group"][data-state]')) {
      const states = (seen[card.getAttribute('aria-label') ?? ''] ??= [])
      const state = card.dataset['state'] ?? ''
      if (states.at(-1) !== state) states.push(state)
    }
  }
  new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true })
}
