import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/paths.ts'

/** A row of machinery: one line that unfolds. */
export function Disclosure({
  icon,
  head,
  children,
  below,
  open,
  defaultOpen = false,
  state,
  label,
}: {
  readonly icon: IconName
  /** What the one line says, after the icon. */
  readonly head: ReactNode
  /** What it unfolds to; rendered only while open. */
  readonly children: () => ReactNode
  /** Stands below the line, open or not. */
  readonly below?: ReactNode
  /** Opens and closes it until the person has done so. */
  readonly open?: boolean
  readonly defaultOpen?: boolean
  readonly state?: string
  /** Names the whole card. */
  readonly label: string
}): ReactNode {
  const id = useId()
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? open ?? defaultOpen
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for a form's controls
    <div className="agui-card agui-disclosure" data-state={state} role="group" aria-label={label}>
      <button
        type="button"
        className="agui-disclosure-head"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setChosen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isOpen) setChosen(false)
        }}
      >
        <Icon name={icon} className="agui-state-icon" />
        {head}
        <Icon name="chevron" className="agui-chevron" />
      </button>
      {below}
      {isOpen && (
        <div id={id} className="agui-disclosure-body">
          {children()}
        </div>
      )}
    </div>
  )
}
