import type { JsonObject } from '../protocol/json.ts'

export type RunFailureCode =
  | 'interrupts-open'
  | 'resume-incomplete'
  | 'interrupt-unknown'
  | 'interrupt-expired'
  | 'interrupt-already-answered'
  | 'payload-invalid'
  | 'arguments-changed'
  | 'upstream-unavailable'
  | 'interrupted'
  | 'internal'

/** Ends a run as RUN_ERROR. The message is for the person in front of the page. */
export class RunFailure extends Error {
  override readonly name = 'RunFailure'
  constructor(
    readonly code: RunFailureCode,
    message: string,
    readonly details: JsonObject = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Why a run stops before its plan is done: by request, with its agent, or because another instance has it. */
export type StopReason = 'cancelled' | 'shutdown' | 'lost'

/** The run was told to stop. Thrown at its next event; a write already under way is awaited and kept. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
  constructor(readonly why: StopReason) {
    super(`The run was stopped: ${why}.`)
  }
}
