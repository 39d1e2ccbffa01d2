import { isKitError } from '../error.ts'
import type { Issue } from '../issue.ts'
import type { Pipeline } from '../pipeline/pipeline.ts'
import type { RunAgentInput } from '../protocol/run.ts'
import type { RunFailure } from '../thread/thread.ts'
import type { ResponseHead, Transport } from '../transport/transport.ts'
import type { ConnectionEvent } from './connection.ts'

export interface ExchangeOptions {
  readonly transport: Transport
  readonly signal: AbortSignal
  /** The input to send; made late, because what is wrong with it ends the exchange too. */
  readonly input: () => RunAgentInput
  /** The answer's head is there; gives the pipeline that its frames go through. */
  readonly onHead: (head: ResponseHead) => Pipeline
  /** The frames of one network read have been applied. */
  readonly onFrames: (count: number) => void
  /** Whether the run has had no terminal event yet. */
  readonly live: () => boolean
}

/**
 * One exchange with the agent, from the input to the end of the body: what it comes to, or `undefined` when
 * the signal ended it, because then somebody else has already said what it comes to.
 */
export async function readExchange(options: ExchangeOptions): Promise<ConnectionEvent | undefined> {
  const { transport, signal, live } = options
  try {
    const { head, batches } = await transport.open({ input: options.input(), signal })
    if (signal.aborted) return undefined
    const pipeline = options.onHead(head)
    for await (const frames of batches) {
      if (signal.aborted) return undefined
      const fatal = pipeline.push(frames)
      if (fatal !== undefined) return stoppedBy(fatal)
      options.onFrames(frames.length)
    }
    if (signal.aborted) return undefined
    return pipeline.end() === undefined
      ? { type: 'ended', live: live(), sawEvent: pipeline.sawEvent() }
      : { type: 'gap' }
  } catch (cause) {
    return signal.aborted ? undefined : { type: 'broke', failure: toFailure(cause), live: live() }
  }
}

function stoppedBy(fatal: Issue): ConnectionEvent {
  return fatal.code === 'frame-gap'
    ? { type: 'gap' }
    : { type: 'refused', failure: { source: 'protocol', code: fatal.code, message: fatal.message } }
}

function toFailure(cause: unknown): RunFailure {
  if (!isKitError(cause)) {
    return { source: 'transport', message: cause instanceof Error ? cause.message : String(cause) }
  }
  const source = cause.code === 'option-invalid' ? 'client' : 'transport'
  return { source, code: cause.code, message: cause.message, details: cause.details }
}
