import type { Step } from '@agui-kit/core'
import type { ReactNode } from 'react'
import { humanise } from '../format/humanise.ts'
import { localize } from '../presentation/presentation.ts'
import { useUi } from '../provider/useUi.ts'
import { PlanRow } from './PlanRow.tsx'

/** The named steps of a run. */
export function StepsRow({ steps }: { readonly steps: readonly Step[] }): ReactNode {
  const { locale, messages, stepNames } = useUi()
  return (
    <PlanRow
      title={messages.steps}
      steps={steps.map(({ name, status }) => ({
        title: Object.hasOwn(stepNames, name) ? localize(stepNames[name] ?? name, locale) : humanise(name),
        status: status === 'done' ? 'done' : 'running',
      }))}
    />
  )
}
