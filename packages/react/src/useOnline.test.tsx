import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useOnline } from './useOnline.ts'

afterEach(() => vi.restoreAllMocks())

const Light = (): ReactNode => <output>{useOnline() ? 'online' : 'offline'}</output>

test('it follows the browser, without a provider', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  render(<Light />)
  expect(screen.getByRole('status')).toHaveTextContent('online')
  onLine.mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByRole('status')).toHaveTextContent('offline')
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByRole('status')).toHaveTextContent('online')
})
