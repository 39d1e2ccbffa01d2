import type { ActivityMessage } from '@agui-kit/core'
import type { ReactNode } from 'react'
import { humanise } from '../format/humanise.ts'
import { isRecord, ownMember } from '../format/json.ts'
import { Disclosure } from '../parts/Disclosure.tsx'
import { ValueList } from '../parts/ValueView.tsx'
import { VisibleText } from '../parts/VisibleText.tsx'
import { RawSwitch } from '../tool-card/RawSwitch.tsx'
import { PlanRow, type PlanStatus, type PlanStep } from './PlanRow.tsx'

const PLAN_STATUSES: ReadonlyMap<unknown, PlanStatus> = new Map<unknown, PlanStatus>([
  ['done', 'done'],
  ['completed', 'done'],
  ['running', 'running'],
  ['in_progress', 'running'],
  ['failed', 'failed'],
])

/** Structured progress: a plan where it has steps, else whatever it says as a list. */
export function ActivityCard({ message }: { readonly message: ActivityMessage }): ReactNode {
  const { content, activityType } = message
  const given = ownMember(content, 'title')
  const title = typeof given === 'string' && given !== '' ? given : humanise(activityType)
  const steps = toPlanSteps(ownMember(content, 'steps'))
  if (steps !== undefined) return <PlanRow title={title} steps={steps} />
  return (
    <Disclosure
      icon="list"
      label={title}
      head={
        <>
          <span className="agui-tool-name">
            <VisibleText text={title} />
          </span>
          <span className="agui-tool-summary" />
        </>
      }
    >
      {() => (
        <RawSwitch title={humanise(activityType)} text={JSON.stringify(content, null, 2)}>
          <ValueList value={content} />
        </RawSwitch>
      )}
    </Disclosure>
  )
}

/** Steps as agents write them: a list of objects with a title. */
function toPlanSteps(value: unknown): readonly PlanStep[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const steps = value.flatMap((item): readonly PlanStep[] => {
    const title = ownMember(item, 'title') ?? ownMember(item, 'description')
    if (!isRecord(item) || typeof title !== 'string') return []
    return [{ title, status: PLAN_STATUSES.get(item['status']) ?? 'pending' }]
  })
  return steps.length === value.length ? steps : undefined
}
