import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/agent.ts'
import { openDemo } from './fixtures/page.ts'
import { approval, ask, toolCard, WORDS } from './fixtures/words.ts'

async function expectClean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => node.target) }))).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing (${colorScheme})`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    for (const locale of ['en', 'zh'] as const) {
      const words = WORDS[locale]

      test(`from the empty thread to the receipt, with edit on the way (${locale})`, async ({
        page,
        agent,
      }) => {
        await openDemo(page, agent, { locale })
        await expect(page.getByRole('textbox', { name: words.message })).toBeEnabled()
        await expectClean(page)
        await ask(page, locale, words.refundA1024)
        await expect(approval(page)).toBeVisible()
        await expectClean(page)
        await approval(page).getByRole('button', { name: words.edit, exact: true }).click()
        await approval(page).getByRole('textbox', { name: words.amount }).fill('-1')
        await expectClean(page)
        await approval(page).getByRole('textbox', { name: words.amount }).fill('100')
        await approval(page).getByRole('button', { name: words.approve100 }).click()
        await expect(toolCard(page, words.refundTool)).toContainText(words.done)
        await toolCard(page, words.refundTool).getByRole('button').first().click()
        await expectClean(page)
      })

      test(`with an error on the page (${locale})`, async ({ page, agent }) => {
        await openDemo(page, agent, { locale })
        await agent.stop()
        await ask(page, locale, words.listOrders)
        await expect(page.getByRole('log').getByText(words.unreachable)).toBeVisible()
        await expectClean(page)
      })
    }
  })
}

test('the keyboard alone asks, edits and approves, and never lands on Approve by itself', async ({
  page,
  agent,
}) => {
  const words = WORDS.en
  await openDemo(page, agent, { locale: 'en' })
  await page.getByRole('textbox', { name: words.message }).focus()
  await page.keyboard.type(words.refundA1024)
  await page.keyboard.press('Enter')
  await expect(approval(page)).toBeVisible()
  const approve = page.getByRole('button', { name: words.approve128 })
  await expect(approve).not.toBeFocused()
  // From the card's first control on, Deny comes before Approve.
  await approval(page).getByRole('button', { name: words.edit, exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: words.deny })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(approve).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toolCard(page, words.refundTool)).toContainText(words.done)
  expect(agent.resumeRequests()).toHaveLength(1)
})
