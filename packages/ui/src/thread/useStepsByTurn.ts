import { messageOf, type Step, type Thread } from '@agui-kit/core'
import { useMessageIds, useSteps, useThread } from '@agui-kit/react'
import { useState } from 'react'

const selectMessages = (thread: Thread): Thread['messages'] => thread.messages

/**
 * The steps of the runs seen so far, by the user message that began them. The thread knows only the latest
 * run's: what was seen of earlier ones stays on the page.
 */
export function useStepsByTurn(): ReadonlyMap<string, readonly Step[]> {
  const steps = useSteps()
  const ids = useMessageIds()
  const messages = useThread(selectMessages, 'messages')
  const [seen, setSeen] = useState<ReadonlyMap<string, readonly Step[]>>(new Map())
  const turn = ids.findLast((id) => messageOf(messages, id)?.role === 'user')
  if (turn !== undefined && steps.length > 0 && seen.get(turn) !== steps) {
    setSeen(new Map([...seen, [turn, steps]]))
  }
  return seen
}
