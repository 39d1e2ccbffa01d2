import { expect, test } from './fixtures/agent.ts'
import { openDemo } from './fixtures/page.ts'
import { approval, ask, toolCard, WORDS } from './fixtures/words.ts'

for (const locale of ['zh', 'en'] as const) {
  const words = WORDS[locale]

  test(`on a phone the decision docks at the bottom, in reach, and a tap sends it once (${locale})`, async ({
    page,
    agent,
  }) => {
    await openDemo(page, agent, { locale })
    await ask(page, locale, words.refundA1024)
    await expect(approval(page)).toBeVisible()
    await page.reload()
    const approve = page.getByRole('button', { name: words.approve128 })
    const deny = page.getByRole('button', { name: words.deny })
    const [approveBox, denyBox] = [await approve.boundingBox(), await deny.boundingBox()]
    const height = page.viewportSize()?.height ?? 0
    expect(approveBox?.height).toBeGreaterThanOrEqual(44)
    expect(denyBox?.height).toBeGreaterThanOrEqual(44)
    // Deny comes first, and both are within a thumb's reach.
    expect(denyBox?.x).toBeLessThan(approveBox?.x ?? 0)
    expect(approveBox?.y).toBeGreaterThan(height * 0.6)
    // Nothing scrolls sideways.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await approve.tap()
    await expect(toolCard(page, words.refundTool)).toContainText(words.done)
    expect(agent.resumeRequests()).toHaveLength(1)
  })
}
