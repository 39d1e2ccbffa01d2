import { createHash } from 'node:crypto'
import { toCanonicalJson } from '../protocol/json.ts'

/** SHA-256 of the RFC 8785 form, in hex: the fingerprint of what a person was shown. */
export const toArgsSha256 = (args: unknown): string =>
  createHash('sha256').update(toCanonicalJson(args)).digest('hex')

/**
 * One key for the life of a decision. It depends on the interrupt alone, so no retry, restart or edit can
 * make the same decision run twice.
 */
export const toIdempotencyKey = (threadId: string, interruptId: string): string =>
  `agui-${createHash('sha256')
    .update(JSON.stringify([threadId, interruptId]))
    .digest('hex')}`
