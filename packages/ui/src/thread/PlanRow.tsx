import type { ReactNode } from 'react'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/paths.ts'
import { Disclosure } from '../parts/Disclosure.tsx'
import { VisibleText } from '../parts/VisibleText.tsx'
import { useUi } from '../provider/useUi.ts'

/** How one step of a plan stands. */
export type PlanStatus = 'done' | 'running' | 'pending' | 'failed'

export interface PlanStep {
  readonly title: string
  readonly status: PlanStatus
}

const ICONS: Readonly<Record<PlanStatus, IconName>> = {
  done: 'check-circle',
  running: 'ring',
  pending: 'pending',
  failed: 'x-circle',
}

const MAX_SEGMENTS = 12

/** Steps in one line: what is being done now, how far it has come; unfolds to all of them. */
export function PlanRow({
  title,
  steps,
}: {
  readonly title: string
  readonly steps: readonly PlanStep[]
}): ReactNode {
  const { messages } = useUi()
  const current = steps.find(({ status }) => status === 'running') ?? steps.findLast(isDone) ?? steps[0]
  const reached = steps.filter(({ status }) => status === 'done' || status === 'running').length
  return (
    <Disclosure
      icon="list"
      label={title}
      state={steps.every(isDone) ? 'done' : 'running'}
      head={
        <>
          <span className="agui-tool-name">
            <VisibleText text={title} />
          </span>
          <span className="agui-tool-summary">
            {current !== undefined && <VisibleText text={current.title} />}
          </span>
          <span className="agui-state">
            {steps.length <= MAX_SEGMENTS && (
              <span className="agui-segments" aria-hidden="true">
                {steps.map(({ status }, index) => (
                  // Steps of one plan may share a title.
                  <span key={index} data-status={status} />
                ))}
              </span>
            )}
            <span className="agui-time">{messages.stepCount(reached, steps.length)}</span>
          </span>
        </>
      }
    >
      {() => (
        <ol className="agui-steps">
          {steps.map((step, index) => (
            <li key={index} data-status={step.status}>
              <Icon name={ICONS[step.status]} className="agui-state-icon" />
              <VisibleText text={step.title} />
              <span className="agui-state-word">{messages.stepStatus[step.status]}</span>
            </li>
          ))}
        </ol>
      )}
    </Disclosure>
  )
}

const isDone = ({ status }: PlanStep): boolean => status === 'done'
