import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { WORDS } from './fixtures/words.ts'

// The agent's answer is written here byte by byte: what no honest agent sends.
const AGENT = 'http://127.0.0.1:9/ag-ui/agent'
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

async function answerWith(
  page: Page,
  events: readonly object[],
  contentType = 'text/event-stream',
): Promise<void> {
  await page.route(AGENT, async (route) => {
    if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers: CORS })
    const { threadId, runId } = route.request().postDataJSON() as { threadId: string; runId: string }
    const body = events
      .map(
        (event) =>
          `data: ${JSON.stringify(event).replaceAll('$THREAD', threadId).replaceAll('$RUN', runId)}\n\n`,
      )
      .join('')
    return route.fulfill({ status: 200, headers: { ...CORS, 'content-type': contentType }, body })
  })
}

const started = { type: 'RUN_STARTED', threadId: '$THREAD', runId: '$RUN' }
const finished = { type: 'RUN_FINISHED', threadId: '$THREAD', runId: '$RUN' }

async function openAndAsk(page: Page): Promise<void> {
  await page.goto(`/?${new URLSearchParams({ agent: AGENT, locale: 'en' })}`)
  await page.getByRole('textbox', { name: WORDS.en.message }).fill('hello')
  await page.getByRole('button', { name: WORDS.en.send, exact: true }).click()
}

test('markup from the agent is text everywhere: answers, tool names, arguments, results, questions', async ({
  page,
}) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const evil = '<img src=x onerror="alert(1)"><a href="javascript:alert(2)">click</a>'
  await answerWith(page, [
    started,
    { type: 'TEXT_MESSAGE_START', messageId: 'm' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: evil },
    { type: 'TEXT_MESSAGE_END', messageId: 'm' },
    { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: evil },
    {
      type: 'TOOL_CALL_ARGS',
      toolCallId: 'c',
      delta: JSON.stringify({ note: evil, url: 'javascript:alert(3)' }),
    },
    { type: 'TOOL_CALL_END', toolCallId: 'c' },
    { type: 'TOOL_CALL_RESULT', messageId: 't', toolCallId: 'c', content: JSON.stringify({ html: evil }) },
    { type: 'ACTIVITY_SNAPSHOT', messageId: 'a', activityType: 'x', content: { title: evil } },
    {
      ...finished,
      outcome: { type: 'interrupt', interrupts: [{ id: 'i', reason: 'confirmation', message: evil }] },
    },
  ])
  await openAndAsk(page)
  await expect(page.getByRole('log')).toContainText('onerror="alert(1)"')
  const folded = page.getByRole('log').getByRole('button', { expanded: false })
  while ((await folded.count()) > 0) await folded.first().click()
  await expect(page.locator('.agui-approval')).toContainText('<img')
  expect(await page.locator('[role="log"] img, [role="log"] a, .agui-approval a').count()).toBe(0)
  expect(dialogs).toEqual([])
})

test('prototype keys in arguments, state and metadata pollute nothing and break nothing', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const polluted = JSON.parse(
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  ) as object
  await answerWith(page, [
    started,
    { type: 'STATE_SNAPSHOT', snapshot: polluted },
    { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/__proto__/polluted', value: true }] },
    { type: 'TOOL_CALL_START', toolCallId: '__proto__', toolCallName: 'toString', metadata: polluted },
    {
      type: 'TOOL_CALL_ARGS',
      toolCallId: '__proto__',
      delta: '{"__proto__":{"polluted":true},"toString":1}',
    },
    { type: 'TOOL_CALL_END', toolCallId: '__proto__' },
    { type: 'TEXT_MESSAGE_START', messageId: 'constructor' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'constructor', delta: 'still here' },
    { type: 'TEXT_MESSAGE_END', messageId: 'constructor' },
    finished,
  ])
  await openAndAsk(page)
  await expect(page.getByRole('log')).toContainText('still here')
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false)
  expect(errors).toEqual([])
})

test('a login page with status 200 is told in words, and nothing of it is shown as an answer', async ({
  page,
}) => {
  await answerWith(page, [], 'text/html')
  await openAndAsk(page)
  await expect(page.getByRole('log').getByText('Something else answered in place of the agent')).toBeVisible()
})

test('what was saved and then broken by something else is set aside; the page works', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await answerWith(page, [
    started,
    { type: 'TEXT_MESSAGE_START', messageId: 'm' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'first answer' },
    { type: 'TEXT_MESSAGE_END', messageId: 'm' },
    finished,
  ])
  await openAndAsk(page)
  await expect(page.getByRole('log')).toContainText('first answer')
  await expect(page.getByRole('button', { name: WORDS.en.send, exact: true })).toBeVisible()
  const kept = await page.evaluate(breakWhatIsSaved)
  expect(kept).toBeGreaterThan(0)
  await page.reload()
  await page.getByRole('textbox', { name: WORDS.en.message }).fill('again')
  await page.getByRole('button', { name: WORDS.en.send, exact: true }).click()
  await expect(page.getByRole('log')).toContainText('first answer')
  expect(errors).toEqual([])
})

/** Runs in the page: cuts every saved text in half. Gives back how many there were. */
async function breakWhatIsSaved(): Promise<number> {
  const open = (name: string): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('no database')))
    })
  let broken = 0
  for (const { name } of await indexedDB.databases()) {
    const database = await open(name ?? '')
    for (const store of database.objectStoreNames) {
      await new Promise<void>((resolve, reject) => {
        const transaction = database.transaction(store, 'readwrite')
        transaction.addEventListener('complete', () => resolve())
        transaction.addEventListener('error', () => reject(transaction.error ?? new Error('failed')))
        const cursor = transaction.objectStore(store).openCursor()
        cursor.onsuccess = () => {
          if (!cursor.result) return
          const text = String(cursor.result.value)
          cursor.result.update(text.slice(0, text.length / 2))
          broken += 1
          cursor.result.continue()
        }
      })
    }
    database.close()
  }
  return broken
}
