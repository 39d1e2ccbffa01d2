import type { KitError } from '@agui-kit/core'
import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { useUi } from '../provider/useUi.ts'

/** Why an answer was not taken by this page: too late, or closed. */
export function RefusedNote({ problem }: { readonly problem: KitError | undefined }): ReactNode {
  const { messages } = useUi()
  if (problem === undefined) return null
  return (
    <p className="agui-problem" role="alert">
      <Icon name="danger" size="tight" />
      {problem.code === 'interrupt-expired' ? messages.expired : messages.answerRefused}{' '}
      <code className="agui-mono">{problem.code}</code>
    </p>
  )
}
