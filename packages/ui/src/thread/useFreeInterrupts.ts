import type { Decision, OpenInterrupt, Thread } from '@agui-kit/core'
import { useDecisions, useInterrupts, useMessageIds, useThread } from '@agui-kit/react'
import { useState } from 'react'

const selectToolCalls = (thread: Thread): Thread['toolCalls'] => thread.toolCalls

/**
 * The interrupts that no tool card shows, by the id of the message they came after. A question keeps its
 * place when it is answered and the thread goes on. After a reload only where the next tool call began is
 * known of a settled one; without one it is shown no more.
 */
export function useFreeInterrupts(): ReadonlyMap<string, readonly string[]> {
  const ids = useMessageIds()
  const interrupts = useInterrupts()
  const decisions = useDecisions()
  const toolCalls = useThread(selectToolCalls, 'messages')
  const [places, setPlaces] = useState<ReadonlyMap<string, string>>(new Map())

  const isFree = ({ interrupt }: OpenInterrupt | Decision): boolean =>
    interrupt.toolCallId === undefined || !toolCalls.has(interrupt.toolCallId)
  const free = [
    ...decisions.filter(isFree).map((decision) => ({
      id: decision.interruptId,
      place: placeBefore(decision, toolCalls, ids),
    })),
    ...interrupts.filter(isFree).map(({ interrupt }) => ({ id: interrupt.id, place: ids.at(-1) ?? '' })),
  ]
  const unplaced = free.filter(({ id, place }) => place !== undefined && !places.has(id))
  if (unplaced.length > 0) {
    setPlaces(new Map([...places, ...unplaced.map(({ id, place }) => [id, place ?? ''] as const)]))
  }
  const byPlace = new Map<string, readonly string[]>()
  for (const { id } of free) {
    const place = places.get(id)
    if (place !== undefined) byPlace.set(place, [...(byPlace.get(place) ?? []), id])
  }
  return byPlace
}

/** Before the first tool call of the run that carried the answer. */
function placeBefore(
  decision: Decision,
  toolCalls: Thread['toolCalls'],
  ids: readonly string[],
): string | undefined {
  for (const record of toolCalls.values()) {
    if (record.runId === undefined || record.runId !== decision.runId) continue
    return ids[ids.indexOf(record.messageId) - 1]
  }
  return undefined
}
