/** The protocol version this kit speaks and declares on every input (P-21). */
export const PROTOCOL_VERSION = '1.0'

/** How a peer's declared version stands to ours (P-22, P-23). */
export type VersionVerdict = 'undeclared' | 'older' | 'same' | 'newer' | 'unreadable'

const GRAMMAR = /^(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** Compares a declared version numerically: two components, so that 1.10 is newer than 1.9. */
export function judgeVersion(declared: string | undefined): VersionVerdict {
  if (declared === undefined) return 'undeclared'
  const theirs = GRAMMAR.exec(declared)
  if (theirs === null) return 'unreadable'
  const [ourMajor = 0, ourMinor = 0] = PROTOCOL_VERSION.split('.').map(Number)
  const difference = Number(theirs[1]) - ourMajor || Number(theirs[2]) - ourMinor
  return difference === 0 ? 'same' : difference > 0 ? 'newer' : 'older'
}
