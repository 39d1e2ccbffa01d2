import { useInterrupts } from '@agui-kit/react'
import type { ReactNode } from 'react'
import { isUndecided } from '../approval/useCancelOpen.ts'
import { useAnnouncement } from '../parts/Announcer.tsx'
import { useUi } from '../provider/useUi.ts'

/** Tells assistive technology that the person is asked something. Shows nothing. */
export function OpenQuestions(): ReactNode {
  const { messages } = useUi()
  const next = useInterrupts().find(isUndecided)?.interrupt
  useAnnouncement(next && `${messages.needsYourApproval}: ${next.message ?? ''}`)
  return null
}
