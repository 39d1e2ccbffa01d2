import type { Context } from 'hono'

/** A refusal is JSON: a code for programs, a message for people, and whatever else helps. */
export const refuse = (
  c: Context,
  status: 400 | 404 | 409 | 410 | 413 | 503,
  code: string,
  message: string,
  rest: object = {},
) => c.json({ code, message, ...rest }, status)

/** Not there, or not the caller's: the two look the same from outside. */
export const notFound = (c: Context, what: string) => refuse(c, 404, 'not-found', `There is no such ${what}.`)

export const logGone = (c: Context, lastEventId?: string) =>
  refuse(
    c,
    410,
    'log-gone',
    'The log of this run does not reach there. Take the snapshot of the thread instead.',
    lastEventId === undefined ? {} : { lastEventId },
  )
