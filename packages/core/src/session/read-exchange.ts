import { isKitError } from '../error.ts'
import type { Issue } from '../issue.ts'
import type { Pipeline } from '../pipeline/pipeline.ts'
import type { RunFailure } from '../thread/thread.ts'
import type { Exchange } from '../transport/transport.ts'
import type { ConnectionEvent } from './connection.ts'

export interface ReadOptions {
  readonly signal: AbortSignal
  /** The frames of one network read have been applied. */
  readonly onFrames: (count: number) => void
  /** What stands of the run: whether it has had no terminal event yet, and can be gone on with after a break. */
  readonly standing: () => { readonly live: boolean; readonly recoverable: boolean }
}

/**
 * Reads an exchange to the end of its body: what it comes to, or `undefined` when the signal ended it,
 * because then somebody else has already said what it comes to.
 */
export async function readExchange(
  { batches }: Exchange,
  pipeline: Pipeline,
  { signal, onFrames, standing }: ReadOptions,
): Promise<ConnectionEvent | undefined> {
  try {
    for await (const frames of batches) {
      if (signal.aborted) return undefined
      const fatal = pipeline.push(frames)
      if (fatal !== undefined) return stoppedBy(fatal, standing().recoverable)
      onFrames(frames.length)
    }
    if (signal.aborted) return undefined
    return pipeline.end() === undefined
      ? { type: 'ended', sawEvent: pipeline.sawEvent(), ...standing() }
      : { type: 'gap', recoverable: standing().recoverable }
  } catch (cause) {
    return signal.aborted ? undefined : brokenBy(cause, standing())
  }
}

/**
 * A frame beyond the bound is no break: the connection is whole, and the frame would be there again. The run
 * fails with what to do about it. After the end of the run nothing of that matters.
 */
function brokenBy(cause: unknown, standing: ReturnType<ReadOptions['standing']>): ConnectionEvent {
  const failure = toFailure(cause)
  return standing.live && isKitError(cause, 'transport-frame-too-large')
    ? { type: 'refused', failure }
    : { type: 'broke', failure, ...standing }
}

function stoppedBy(fatal: Issue, recoverable: boolean): ConnectionEvent {
  return fatal.code === 'frame-gap'
    ? { type: 'gap', recoverable }
    : { type: 'refused', failure: { source: 'protocol', code: fatal.code, message: fatal.message } }
}

/** What was thrown on the way to the agent, as a run's failure. */
export function toFailure(cause: unknown): RunFailure {
  if (!isKitError(cause)) {
    return { source: 'transport', message: cause instanceof Error ? cause.message : String(cause) }
  }
  const source = cause.code === 'option-invalid' ? 'client' : 'transport'
  return { source, code: cause.code, message: cause.message, details: cause.details }
}
