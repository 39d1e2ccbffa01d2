/** What can be wrong for the caller. Each code has one meaning, told by the error's message. */
export type KitErrorCode =
  | 'session-closed'
  | 'run-active'
  | 'nothing-to-retry'
  | 'interrupts-open'
  | 'interrupt-unknown'
  | 'interrupt-expired'
  | 'payload-invalid'
  | 'tool-duplicate'
  | 'tool-loop'
  | 'option-invalid'
  | 'persistence-failed'
  | TransportErrorCode

/** What can go wrong between us and the agent, before or beside the protocol. */
export type TransportErrorCode =
  /** No answer: DNS, refused, offline, CORS. Nothing was received. */
  | 'transport-unreachable'
  /** The answer broke off. What came before is kept. */
  | 'transport-interrupted'
  /** The server refused with an HTTP status; see `status` and `bodyExcerpt`. */
  | 'transport-http-status'
  /** The agent closed the connection before any event, to refuse the run; see `closeCode` and `bodyExcerpt`. */
  | 'transport-refused'
  /** A success status whose body is no event stream (a login page, a JSON error). */
  | 'transport-not-a-stream'
  /** An event stream that ended without any event. */
  | 'transport-empty'
  /** A frame beyond the size limit. */
  | 'transport-frame-too-large'

/** Facts that belong to an error; all optional, read by code. */
export interface KitErrorDetails {
  readonly status?: number
  /** The code a WebSocket was closed with. */
  readonly closeCode?: number
  /** Milliseconds the server asked us to wait (`Retry-After`). */
  readonly retryAfterMs?: number
  /** The beginning of the body, or the reason of a close: at most 2,000 characters, control characters removed. */
  readonly bodyExcerpt?: string
  readonly contentType?: string
  readonly interruptIds?: readonly string[]
  readonly toolName?: string
  readonly limit?: number
}

const BRAND = '@agui-kit/error'

/**
 * The one error this kit throws at callers. Recognise it by `isKitError(error, code)`, not by class:
 * two copies of the package must agree.
 */
export class KitError extends Error {
  readonly code: KitErrorCode
  readonly details: KitErrorDetails
  /** @internal */
  readonly brand: string = BRAND

  constructor(code: KitErrorCode, message: string, details: KitErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'KitError'
    this.code = code
    this.details = details
  }
}

/** Whether `value` is an error of this kit, and of this code when one is given. */
export function isKitError(value: unknown, code?: KitErrorCode): value is KitError {
  if (typeof value !== 'object' || value === null) return false
  const error = value as Partial<KitError>
  return error.brand === BRAND && (code === undefined || error.code === code)
}
