import type { ToolCallStatus } from '@agui-kit/core'
import type { IconName } from '../icons/paths.ts'

/** Each state has its own icon; the word stands beside it. */
export const STATUS_ICONS: Readonly<Record<ToolCallStatus, IconName>> = {
  streaming: 'pending',
  waiting: 'dots',
  running: 'ring',
  approval: 'approval-person',
  done: 'check-circle',
  failed: 'x-circle',
  denied: 'ban',
  cancelled: 'minus',
  expired: 'hourglass',
  unknown: 'question',
}
