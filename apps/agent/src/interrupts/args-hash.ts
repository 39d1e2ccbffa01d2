import { createHash } from 'node:crypto'
import { toSha256 } from '../protocol/json.ts'

/** The fingerprint of what a person was shown. */
export const toArgsSha256 = (args: unknown): string => toSha256(args)

/**
 * One key for the life of a decision. It depends on the interrupt alone, so no retry, restart or edit can
 * make the same decision run twice.
 */
export const toIdempotencyKey = (threadId: string, interruptId: string): string =>
  `agui-${createHash('sha256')
    .update(JSON.stringify([threadId, interruptId]))
    .digest('hex')}`
