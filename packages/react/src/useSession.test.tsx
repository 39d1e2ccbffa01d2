import { isKitError } from '@agui-kit/core'
import { render } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { createScene } from '../test/scene.tsx'
import { useAnswer } from './useAnswer.ts'
import { useSession } from './useSession.ts'
import { useSetAgentState } from './useSetAgentState.ts'

class Boundary extends Component<{
  readonly onError: (error: unknown) => void
  readonly children: ReactNode
}> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }
  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}

test('outside a provider a hook says what to do', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const errors: unknown[] = []
  const Lost = (): ReactNode => useSession().threadId
  render(
    <Boundary onError={(error) => errors.push(error)}>
      <Lost />
    </Boundary>,
  )
  vi.restoreAllMocks()
  expect(errors).toHaveLength(1)
  const [error] = errors
  expect(isKitError(error, 'option-invalid')).toBe(true)
  expect(String(error)).toMatch(/outside <AguiProvider>/)
  expect(String(error)).toMatch(/Wrap the components/)
})

test('inside, it is the session of the provider, and verbs keep their identity', async () => {
  const { session, show } = await createScene()
  const seen: unknown[] = []
  const Reader = (): ReactNode => {
    seen.push(useSession(), useAnswer(), useSetAgentState())
    return null
  }
  show(<Reader />)
  show(<Reader />)
  expect(seen).toEqual([session, session.answer, session.setState, session, session.answer, session.setState])
})
