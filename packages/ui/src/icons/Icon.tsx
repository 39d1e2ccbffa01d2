import type { ReactNode } from 'react'
import { ICON_PATHS, type IconName } from './paths.ts'

export interface IconProps {
  readonly name: IconName
  readonly className?: string
  /** `tight` is 14 px with the same line, for chips. */
  readonly size?: 'normal' | 'tight'
}

/** A line icon in the current colour. Hidden from assistive technology: a word always stands beside it. */
export function Icon({ name, className, size = 'normal' }: IconProps): ReactNode {
  const px = size === 'tight' ? 14 : 16
  return (
    <svg
      className={className === undefined ? 'agui-icon' : `agui-icon ${className}`}
      data-icon={name}
      width={px}
      height={px}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      // The line keeps its 1.5 px whatever the size.
      strokeWidth={(1.5 * 16) / px}
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeDasharray={name === 'pending' ? '0.1 2.7' : undefined}
      aria-hidden="true"
      focusable="false"
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  )
}
