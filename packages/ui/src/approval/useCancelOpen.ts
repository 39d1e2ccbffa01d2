import { isKitError, type OpenInterrupt } from '@agui-kit/core'
import { useAnswer, useInterrupts } from '@agui-kit/react'
import { useCallback } from 'react'

/** Whether an interrupt still waits for the person. */
export function isUndecided({ decision }: OpenInterrupt): boolean {
  return decision === undefined
}

/** Cancels every open question nobody has answered, so that the thread can go on. Decisions given stay. */
export function useCancelOpen(): () => void {
  const answer = useAnswer()
  const interrupts = useInterrupts()
  return useCallback(() => {
    for (const open of interrupts.filter(isUndecided)) {
      answer(open.interrupt.id, { status: 'cancelled' }).catch((reason: unknown) => {
        // Answered a moment ago: then there is nothing to cancel.
        if (!isKitError(reason)) throw reason
      })
    }
  }, [answer, interrupts])
}
