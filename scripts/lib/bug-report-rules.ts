import { isDeepStrictEqual } from 'node:util'
import type { Message } from '@agui-kit/core'
import type { ReportOutcome } from './bug-reports.ts'
import type { Difference } from './conformance/judge.ts'

type Holds = (wanted: unknown, outcome: ReportOutcome, expect: Readonly<Record<string, unknown>>) => boolean

/** What each key of an expectation asks for; keys that are not here are about something else. */
const RULES: Readonly<Record<string, Holds>> = {
  messages: (wanted, { messages }, expect) => {
    const list = wanted as readonly unknown[]
    if (expect.messagesExact === true && list.length !== messages.length) return false
    return expect.messagesAnyOrder === true ? containsAll(list, messages) : runsThrough(list, messages)
  },
  messagesContain: (wanted, { messages }) => containsAll(wanted as readonly unknown[], messages),
  messagesOneOf: (wanted, { messages }) =>
    (wanted as readonly (readonly unknown[])[]).some((list) => runsThrough(list, messages)),
  state: (wanted, { state }) => isDeepStrictEqual(wanted, state),
  stateOneOf: (wanted, { state }) =>
    (wanted as readonly unknown[]).some((one) => isDeepStrictEqual(one, state)),
  runStatus: (wanted, { runStatus }) => wanted === runStatus,
  pendingInterrupts: (wanted, { pendingInterrupts }) => isDeepStrictEqual(wanted, pendingInterrupts),
  uniqueIds: (_, { messages }) => new Set(messages.map((message) => message.id)).size === messages.length,
  toolResults: (wanted, { messages }) =>
    Object.entries(wanted as object).every(([toolCallId, content]) => {
      const results = messages.filter(
        (message) => message.role === 'tool' && message.toolCallId === toolCallId,
      )
      return results.length === 1 && results[0]?.content === content
    }),
  // Most of these are about a screen; a broken character can be seen here.
  forbid: (wanted, { messages }) =>
    !(wanted as readonly string[]).some((line) => line.startsWith('U+FFFD')) ||
    !JSON.stringify(messages).includes('\ufffd'),
  posts: (wanted, { posts }) => wanted === posts,
}

/** What of a bug report's expectation an outcome does not meet. */
export function unmetByReport(
  expect: Readonly<Record<string, unknown>>,
  outcome: ReportOutcome,
): readonly Difference[] {
  return Object.entries(RULES)
    .filter(([key, holds]) => key in expect && !holds(expect[key], outcome, expect))
    .map(([key]) => ({ key, expected: expect[key], got: outcome[gotKey(key)] }))
}

function gotKey(key: string): keyof ReportOutcome {
  if (key.startsWith('state')) return 'state'
  return key === 'runStatus' || key === 'pendingInterrupts' || key === 'posts' ? key : 'messages'
}

/** Whether the wanted messages are among those seen, in this order. */
function runsThrough(wanted: readonly unknown[], messages: readonly Message[]): boolean {
  let from = 0
  return wanted.every((one) => {
    const at = messages.findIndex((message, index) => index >= from && isSubset(one, message))
    from = at + 1
    return at >= 0
  })
}

function containsAll(wanted: readonly unknown[], messages: readonly Message[]): boolean {
  return wanted.every((one) => messages.some((message) => isSubset(one, message)))
}

/** Every field that is asked for, at any depth; lists have as many elements as asked for. */
function isSubset(wanted: unknown, got: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return Object.is(wanted, got)
  if (typeof got !== 'object' || got === null || Array.isArray(wanted) !== Array.isArray(got)) return false
  if (Array.isArray(wanted) && wanted.length !== (got as readonly unknown[]).length) return false
  return Object.entries(wanted).every(
    ([key, value]) => Object.hasOwn(got, key) && isSubset(value, (got as Record<string, unknown>)[key]),
  )
}
