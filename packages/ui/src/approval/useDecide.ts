import { type Answer, isKitError, type KitError } from '@agui-kit/core'
import { useAnswer } from '@agui-kit/react'
import { useRef, useState } from 'react'

/** Gives one decision, however often it is asked to. */
export function useDecide(interruptId: string): {
  readonly decide: (answer: Answer) => void
  readonly problem: KitError | undefined
} {
  const answer = useAnswer()
  const isGiven = useRef(false)
  const [problem, setProblem] = useState<KitError>()
  const decide = (given: Answer): void => {
    // A second click comes before the first has been rendered.
    if (isGiven.current) return
    isGiven.current = true
    answer(interruptId, given).catch((reason: unknown) => {
      isGiven.current = false
      if (!isKitError(reason)) throw reason
      setProblem(reason)
    })
  }
  return { decide, problem }
}
