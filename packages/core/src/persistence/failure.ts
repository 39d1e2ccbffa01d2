import { KitError } from '../error.ts'

/** The error of every adapter: what could not be done, with the store's own error as its cause. */
export function persistenceFailed(doing: string, store: string, cause: unknown): KitError {
  return new KitError(
    'persistence-failed',
    `${doing} ${store} failed: ${describe(cause)}. What was kept before is unchanged, and the thread goes on in memory, but may be lost with the page. Free some space, or allow this site to store data.`,
    {},
    cause,
  )
}

function describe(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return String(cause)
  const { name, message } = cause as Partial<Error>
  return [name, message].filter(Boolean).join(': ')
}
