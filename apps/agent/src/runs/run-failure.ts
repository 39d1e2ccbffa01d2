import type { JsonObject } from '../protocol/json.ts'

export type RunFailureCode =
  | 'interrupts-open'
  | 'resume-incomplete'
  | 'interrupt-unknown'
  | 'interrupt-expired'
  | 'interrupt-already-answered'
  | 'payload-invalid'
  | 'upstream-unavailable'
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

/** The run was told to stop. It ends without a terminal event: nobody is there to read one. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
}
