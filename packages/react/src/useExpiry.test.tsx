import type { OpenInterrupt } from '@agui-kit/core'
import { act, screen } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScene } from '../test/scene.tsx'
import { AguiProvider } from './AguiProvider.tsx'
import { nextTickMs } from './expiry.ts'
import { useExpiry } from './useExpiry.ts'

const START_MS = Date.parse('2030-01-01T00:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: START_MS })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const openUntil = (expiresAt?: string): OpenInterrupt => ({
  interrupt: { id: 'i1', reason: 'tool_call', ...(expiresAt !== undefined && { expiresAt }) },
  runId: 'r1',
  openedAtMs: START_MS,
})

const renders: string[] = []

function Deadline({ open }: { readonly open: OpenInterrupt | undefined }): ReactNode {
  const { remainingMs, expired } = useExpiry(open)
  const text = `${remainingMs} ${expired}`
  renders.push(text)
  return <output>{text}</output>
}

const shown = () => screen.getByRole('status').textContent
const pass = (durationMs: number) => act(async () => vi.advanceTimersByTimeAsync(durationMs))
const hide = (state: 'hidden' | 'visible') =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)

test('it counts seconds and settles exactly at the deadline', async () => {
  const { show } = await createScene()
  show(<Deadline open={openUntil('2030-01-01T00:00:02.500Z')} />)
  expect(shown()).toBe('2500 false')
  renders.length = 0
  await pass(499)
  expect([shown(), renders.length]).toEqual(['2500 false', 0])
  await pass(1)
  expect(shown()).toBe('2000 false')
  await pass(1_999)
  expect(shown()).toBe('1000 false')
  await pass(1)
  expect(shown()).toBe('0 true')
  renders.length = 0
  await pass(60_000)
  expect(renders).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('a deadline days away ticks by the minute and does not overflow the timer', async () => {
  const { show } = await createScene()
  show(<Deadline open={openUntil('2030-02-01T00:00:30Z')} />)
  const first = shown()
  await pass(29_999)
  expect(shown()).toBe(first)
  await pass(1)
  expect(shown()).toBe(`${31 * 86_400_000} false`)
  renders.length = 0
  for (let minute = 0; minute < 10; minute++) await pass(60_000)
  expect(renders).toHaveLength(10)
})

test.each(['pageshow', 'visibilitychange'])(
  'after a sleep, %s tells the true time at once',
  async (event) => {
    const { show } = await createScene()
    show(<Deadline open={openUntil('2030-01-01T00:10:00Z')} />)
    await pass(1_000)
    expect(shown()).toBe('599000 false')
    // The device slept: the clock went on, the timers did not.
    vi.setSystemTime(START_MS + 3_600_000)
    expect(shown()).toBe('599000 false')
    await act(async () => {
      const target = event === 'pageshow' ? window : document
      target.dispatchEvent(new Event(event))
    })
    expect(shown()).toBe('0 true')
    expect(vi.getTimerCount()).toBe(0)
  },
)

test('a clock that was set back brings the time back', async () => {
  const { show } = await createScene()
  show(<Deadline open={openUntil('2030-01-01T00:00:10Z')} />)
  await pass(5_000)
  vi.setSystemTime(START_MS)
  await pass(1_000)
  expect(shown()).toBe('9000 false')
})

test('a hidden page is left alone until the deadline itself', async () => {
  hide('hidden')
  const { show } = await createScene()
  show(<Deadline open={openUntil('2030-01-01T00:01:00Z')} />)
  renders.length = 0
  await pass(59_999)
  expect(renders).toEqual([])
  await pass(1)
  expect(shown()).toBe('0 true')
})

test.each([
  ['no deadline', openUntil()],
  ['a deadline that is no time', openUntil('soon')],
  ['no interrupt', undefined],
])('%s: it never expires and no timer runs', async (_name, open) => {
  const { show } = await createScene()
  show(<Deadline open={open} />)
  expect(shown()).toBe('undefined false')
  expect(vi.getTimerCount()).toBe(0)
})

test('what the agent called expired is expired, whatever our clock says', async () => {
  const { show } = await createScene()
  show(<Deadline open={{ ...openUntil('2030-01-01T01:00:00Z'), expired: true }} />)
  expect(shown()).toBe('3600000 true')
})

test("the server's clock decides", async () => {
  const scene = await createScene({
    transport: {
      open: async () => ({
        head: { status: 200, contentType: 'text/event-stream', resumable: false, clockSkewMs: 4_000 },
        batches: (async function* () {})(),
      }),
    },
  })
  scene.show(<Deadline open={openUntil('2030-01-01T00:00:10Z')} />)
  expect(shown()).toBe('10000 false')
  await scene.settle(() => scene.session.send('hello'))
  expect(shown()).toBe('6000 false')
  await pass(6_000)
  expect(shown()).toBe('0 true')
})

test('another interrupt in the same place has its own deadline from its first render', async () => {
  const scene = await createScene()
  const { rerender } = scene.show(<Deadline open={openUntil('2030-01-01T00:00:10Z')} />)
  await pass(10_000)
  expect(shown()).toBe('0 true')
  await pass(20_500)
  rerender(
    <AguiProvider session={scene.session}>
      <Deadline open={openUntil('2030-01-01T00:01:00Z')} />
    </AguiProvider>,
  )
  expect(shown()).toBe('29500 false')
})

test('StrictMode and unmounting leave no timer', async () => {
  const { show } = await createScene()
  const { unmount } = show(
    <StrictMode>
      <Deadline open={openUntil('2030-01-01T00:00:10Z')} />
    </StrictMode>,
  )
  expect(vi.getTimerCount()).toBe(1)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  [2_500, true, 500],
  [2_000, true, 1_000],
  [3_600_000, true, 1_000],
  [3_600_001, true, 1],
  [3_700_000, true, 40_000],
  [90_000, false, 90_000],
  [2 ** 40, false, 2 ** 31 - 1],
  [0, true, undefined],
  [-5, false, undefined],
])('with %d ms left and visible %s it waits %s', (remainingMs, isVisible, delayMs) => {
  expect(nextTickMs(remainingMs, isVisible)).toBe(delayMs)
})
