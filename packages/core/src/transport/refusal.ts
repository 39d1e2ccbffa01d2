import { KitError, type KitErrorDetails } from '../error.ts'
import type { ReadResponseOptions, ResponseLike } from './response.ts'

const MAX_EXCERPT_CHARS = 2_000
// Enough for the excerpt in any script, and for some markup to be dropped with its control characters.
const MAX_EXCERPT_BYTES = 4 * MAX_EXCERPT_CHARS
const MAX_RETRY_AFTER_MS = 60 * 60 * 1_000

/** The error for a status outside 2xx, with the beginning of the body and the wait the server asked for. */
export async function readHttpRefusal(
  response: ResponseLike,
  options: ReadResponseOptions,
): Promise<KitError> {
  const bodyExcerpt = await readExcerpt(response.body, options)
  const retryAfterMs = readRetryAfterMs(response.headers, options.now)
  return new KitError(
    'transport-http-status',
    `The agent's server answered with HTTP ${response.status}. No run was started. ${adviceFor(response.status)}`,
    {
      ...describe(response, bodyExcerpt),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    },
  )
}

/** The error for a success whose body is no event stream. */
export async function readNotAStream(
  response: ResponseLike,
  options: ReadResponseOptions,
): Promise<KitError> {
  const bodyExcerpt = await readExcerpt(response.body, options)
  const contentType = response.headers.get('content-type')
  return new KitError(
    'transport-not-a-stream',
    `The agent's server answered with ${contentType ?? 'no content type'} where text/event-stream was expected. This is often a login page, a proxy or a wrong address, so nothing of it was taken for a run. Check the URL and the credentials; bodyExcerpt shows how the answer begins.`,
    describe(response, bodyExcerpt),
  )
}

function describe(response: ResponseLike, bodyExcerpt: string): KitErrorDetails {
  const contentType = response.headers.get('content-type')
  return {
    status: response.status,
    ...(bodyExcerpt === '' ? {} : { bodyExcerpt }),
    ...(contentType === null ? {} : { contentType }),
  }
}

function adviceFor(status: number): string {
  if (status === 401 || status === 403) return 'Check the credentials that headers() sends.'
  if (status === 404) return 'Check the URL of the agent.'
  if (status === 429 || status === 503) return 'Try again after the time in retryAfterMs, if there is one.'
  return status >= 500 ? 'Try again later.' : 'The request must change; bodyExcerpt may say how.'
}

/** `Retry-After` as a delay: seconds, or a date, which is read against the server's own clock if it has one. */
function readRetryAfterMs(headers: Headers, now: () => number): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1_000, MAX_RETRY_AFTER_MS)
  // Date.parse takes nearly anything for a date ('-1' is one); an HTTP date begins with the weekday.
  const untilMs = /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(untilMs)) return undefined
  const serverTimeMs = Date.parse(headers.get('date') ?? '')
  const fromMs = Number.isNaN(serverTimeMs) ? now() : serverTimeMs
  return Math.min(Math.max(untilMs - fromMs, 0), MAX_RETRY_AFTER_MS)
}

/** The beginning of the body: bounded in bytes and in time, and the rest of the body is not waited for. */
async function readExcerpt(
  body: ReadableStream<Uint8Array> | null,
  { signal, excerptWaitMs }: ReadResponseOptions,
): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  const stop = (): void => void reader.cancel().catch(() => undefined)
  const timer = setTimeout(stop, excerptWaitMs)
  signal.addEventListener('abort', stop)
  const decoder = new TextDecoder()
  let text = ''
  let byteCount = 0
  try {
    while (byteCount < MAX_EXCERPT_BYTES) {
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value.subarray(0, MAX_EXCERPT_BYTES - byteCount), { stream: true })
      byteCount += value.byteLength
    }
  } catch {
    // A body that breaks off here still began somehow, and the refusal itself is what counts.
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    stop()
  }
  return toExcerpt(text)
}

/** Text that is safe to show in one place: no control or direction-changing characters, bounded. */
function toExcerpt(text: string): string {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  return plain.slice(0, MAX_EXCERPT_CHARS).replace(/[\ud800-\udbff]$/, '')
}
