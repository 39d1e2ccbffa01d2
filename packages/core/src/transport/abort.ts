/** The promise, or a rejection as soon as the signal aborts. What the promise does later is not lost as unhandled. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(abortError(signal))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** The error `open` rejects with when its signal aborted: always named `AbortError`, whatever the reason was. */
export function abortError(signal: AbortSignal): Error {
  const reason: unknown = signal.reason
  if (reason instanceof Error && reason.name === 'AbortError') return reason
  const error = new Error('The exchange was aborted before the agent answered.', { cause: reason })
  error.name = 'AbortError'
  return error
}
