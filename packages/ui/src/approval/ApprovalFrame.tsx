import type { OpenInterrupt } from '@agui-kit/core'
import { useInterrupts } from '@agui-kit/react'
import { type ReactNode, useId } from 'react'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/paths.ts'
import { Told } from '../parts/Told.tsx'
import { VisibleText } from '../parts/VisibleText.tsx'
import type { ToldPart } from '../presentation/tool-words.ts'
import { useUi } from '../provider/useUi.ts'

/** The card around an open question: eyebrow, sentence, and what belongs to it. */
export function ApprovalFrame({
  icon,
  eyebrow,
  sentence,
  chip,
  state,
  children,
}: {
  readonly icon: IconName
  readonly eyebrow: string
  readonly sentence: readonly ToldPart[]
  readonly chip?: ReactNode
  readonly state: 'open' | 'expired'
  readonly children: ReactNode
}): ReactNode {
  const id = useId()
  return (
    <section className="agui-card agui-approval" data-state={state} aria-labelledby={id}>
      <div className="agui-eyebrow">
        <Icon name={icon} />
        <span>{eyebrow}</span>
        <Progress />
        {chip}
      </div>
      <h2 id={id} className="agui-sentence" dir="auto">
        <Told parts={sentence} />
      </h2>
      {children}
    </section>
  )
}

/** How many of several open questions are answered. */
function Progress(): ReactNode {
  const { messages } = useUi()
  const interrupts = useInterrupts()
  if (interrupts.length < 2) return null
  const count = interrupts.filter(({ decision }: OpenInterrupt) => decision !== undefined).length
  return <span className="agui-progress">{messages.answered(count, interrupts.length)}</span>
}

/** Who asks, and why. */
export function WhyAsked({ askedBy, why }: { readonly askedBy: string; readonly why: string }): ReactNode {
  return (
    <p className="agui-why" dir="auto">
      <b>
        <VisibleText text={askedBy} />
      </b>
      <VisibleText text={why} />
    </p>
  )
}
