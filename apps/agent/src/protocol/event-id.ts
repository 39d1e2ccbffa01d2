/** Where a frame stands: its run and its number. */
export interface EventId {
  readonly runId: string
  readonly index: number
}

/** The SSE id of a frame. The run's id is percent-encoded: it comes back in a header, which takes no Unicode. */
export const toEventId = (runId: string, index: number): string => `${encodeURIComponent(runId)}:${index}`

export function parseEventId(text: string): EventId | undefined {
  const [, encoded, digits] = /^(.+):(\d{1,15})$/.exec(text) ?? []
  if (encoded === undefined || digits === undefined) return undefined
  try {
    return { runId: decodeURIComponent(encoded), index: Number(digits) }
  } catch {
    return undefined
  }
}
