import type { AgentEvent, RunOutcome } from '../protocol/event.ts'

/** One event of a run and its number: 0, 1, 2 … without holes. */
export interface RunFrame {
  readonly index: number
  readonly event: AgentEvent
  /** Says again what the thread holds already, so it has no effect of its own. */
  readonly isRestated?: boolean | undefined
}

/** How a run ended, as a thread remembers it. */
export type RunEnd =
  | { readonly outcome: RunOutcome }
  | { readonly error: { readonly code: string; readonly message: string } }

/** How a terminal event says the run ended; nothing for any other. */
export function toRunEnd(event: AgentEvent): RunEnd | undefined {
  if (event.type === 'RUN_FINISHED') return { outcome: event.outcome }
  if (event.type === 'RUN_ERROR') return { error: { code: event.code, message: event.message } }
  return undefined
}
