import type { RunFailure } from '@agui-kit/core'

/** What went wrong, as far as it changes what a person is told. */
export type FailureKind =
  | 'unreachable'
  | 'interrupted'
  | 'signed-out'
  | 'forbidden'
  | 'not-found'
  | 'busy'
  | 'too-many'
  | 'unavailable'
  | 'http-status'
  | 'not-a-stream'
  | 'too-large'
  | 'expired'
  | 'interrupts-open'
  | 'answer-refused'
  | 'already-answered'
  | 'upstream'
  | 'agent'
  | 'protocol'
  | 'client'

const BY_STATUS: ReadonlyMap<number, FailureKind> = new Map([
  [401, 'signed-out'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [429, 'too-many'],
  [503, 'unavailable'],
])

const BY_CODE: ReadonlyMap<string, FailureKind> = new Map([
  ['transport-unreachable', 'unreachable'],
  ['transport-interrupted', 'interrupted'],
  ['transport-not-a-stream', 'not-a-stream'],
  ['transport-frame-too-large', 'too-large'],
  ['transport-refused', 'unavailable'],
  ['interrupt-expired', 'expired'],
  ['interrupts-open', 'interrupts-open'],
  ['resume-incomplete', 'answer-refused'],
  ['interrupt-unknown', 'answer-refused'],
  ['payload-invalid', 'answer-refused'],
  ['arguments-changed', 'answer-refused'],
  ['interrupt-already-answered', 'already-answered'],
  ['upstream-unavailable', 'upstream'],
])

/** Which words a failure gets: the code decides, the status where the server refused, else who says so. */
export function toFailureKind({ source, code, details }: RunFailure): FailureKind {
  // The server says so in its body before any stream; another conflict stays an ordinary refusal.
  if (details?.status === 409 && details.bodyExcerpt?.includes('run-active')) return 'busy'
  if (code === 'transport-http-status') return BY_STATUS.get(details?.status ?? 0) ?? 'http-status'
  const known = code === undefined ? undefined : BY_CODE.get(code)
  if (known !== undefined) return known
  return source === 'transport' ? 'interrupted' : source
}

const NOT_TAKEN_IN: ReadonlySet<FailureKind> = new Set([
  'signed-out',
  'forbidden',
  'not-found',
  'too-many',
  'expired',
  'answer-refused',
])

/**
 * Whether the failure proves that nothing was carried out. An answer that did not come, or came from something
 * in between, proves nothing: the agent may have had the request.
 */
export function provesUntouched(failure: RunFailure): boolean {
  return NOT_TAKEN_IN.has(toFailureKind(failure))
}
