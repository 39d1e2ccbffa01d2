import type { AgentEvent } from '../protocol/event.ts'

/** What opens and waits to be closed, by the event that opened it. */
type Opener = AgentEvent & {
  readonly type:
    | 'STEP_STARTED'
    | 'TEXT_MESSAGE_START'
    | 'TOOL_CALL_START'
    | 'REASONING_START'
    | 'REASONING_MESSAGE_START'
}

/** The event that closes what this one opened; nothing when it opens nothing. */
function toCloser(event: AgentEvent): AgentEvent | undefined {
  switch (event.type) {
    case 'STEP_STARTED':
      return { type: 'STEP_FINISHED', stepName: event.stepName }
    case 'TEXT_MESSAGE_START':
      return { type: 'TEXT_MESSAGE_END', messageId: event.messageId }
    case 'TOOL_CALL_START':
      return { type: 'TOOL_CALL_END', toolCallId: event.toolCallId }
    case 'REASONING_START':
      return { type: 'REASONING_END', messageId: event.messageId }
    case 'REASONING_MESSAGE_START':
      return { type: 'REASONING_MESSAGE_END', messageId: event.messageId }
    default:
      return undefined
  }
}

const closes = (opener: AgentEvent, event: AgentEvent): boolean => {
  const closer = toCloser(opener)
  if (closer?.type !== event.type) return false
  return Object.entries(closer).every(([name, value]) => event[name as keyof AgentEvent] === value)
}

/** What is open after an event, in the order it was opened. */
export function trackOpen(open: readonly Opener[], event: AgentEvent): readonly Opener[] {
  if (isOpener(event)) return [...open, event]
  const at = open.findLastIndex((opener) => closes(opener, event))
  return at === -1 ? open : open.toSpliced(at, 1)
}

/** The events that close everything, the innermost first. */
export const closersOf = (open: readonly Opener[]): readonly AgentEvent[] =>
  open.toReversed().flatMap((opener) => toCloser(opener) ?? [])

const isOpener = (event: AgentEvent): event is Opener => toCloser(event) !== undefined

export type { Opener }
