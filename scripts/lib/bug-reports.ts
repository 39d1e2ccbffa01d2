// Cases written after real bug reports: a stream, what was there before it, and what must be seen after it.
import {
  createHttpTransport,
  createMemoryPersistence,
  createSession,
  type Interrupt,
  type Message,
  type RunState,
  type Session,
  type SessionOptions,
  toMessages,
  toSaved,
} from '@agui-kit/core'
import { unmetByReport } from './bug-report-rules.ts'
import { type Delivered, deliverEvents, deliverRaw, toResponse } from './conformance/deliver.ts'
import type { Difference } from './conformance/judge.ts'

/** One case of a file in the format of `bug-reports.json`. */
export interface BugReport {
  readonly id: string
  readonly class: string
  readonly symptom: string
  /** One response body; or one array a request; or the text, whole or in network reads. */
  readonly events?: readonly unknown[]
  readonly streams?: readonly (readonly unknown[])[]
  readonly sse?: string
  readonly sseChunks?: readonly string[]
  readonly sseChunksB64?: readonly string[]
  readonly splitMode?: string
  readonly init?: {
    readonly messages?: readonly Message[]
    readonly pendingInterrupts?: readonly Interrupt[]
  }
  /** How the server answers, when not with 200 and a whole body. */
  readonly http?: {
    readonly status?: number
    readonly contentType?: string
    readonly body?: string
    readonly close?: string
  }
  readonly actions?: unknown
  readonly storage?: unknown
  readonly generator?: unknown
  readonly expect: Readonly<Record<string, unknown>>
}

/** What a case came to, in the words its expectation uses. */
export interface ReportOutcome {
  readonly runStatus: string
  readonly messages: readonly Message[]
  readonly state: unknown
  readonly pendingInterrupts: readonly string[]
  readonly posts: number
}

/** Whether a list of cases is one of bug reports and not of conformance cases. */
export function isBugReport(test: object): test is BugReport {
  return 'symptom' in test && 'expect' in test
}

/**
 * Runs a case in tolerant mode, in every delivery. `left`: it is about a person's steps, a server's behaviour,
 * storage or a screen, or expects nothing that can be seen here; other tests have it.
 */
export async function runBugReport(report: BugReport): Promise<'passed' | 'left' | Difference> {
  return isStreamCase(report) ? ((await judgeReport(report)) ?? 'passed') : 'left'
}

/** Whether a case is a stream with an expectation that can be held against the thread. */
export function isStreamCase(report: BugReport): boolean {
  return (
    BODIES.some((key) => key in report) &&
    !ENVIRONMENT.some((key) => key in report) &&
    JUDGED.some((key) => key in report.expect)
  )
}

/** The first thing that is not as a case expects it, whatever the reads were. */
export async function judgeReport(report: BugReport): Promise<Difference | undefined> {
  for (const bodies of deliveriesOf(report)) {
    const [difference] = unmetByReport(report.expect, await play(report, bodies))
    if (difference !== undefined) return difference
  }
  return undefined
}

const BODIES = ['events', 'streams', 'sse', 'sseChunks', 'sseChunksB64']
const ENVIRONMENT = ['actions', 'http', 'storage', 'generator']
const JUDGED = [
  'messages',
  'messagesAnyOrder',
  'messagesContain',
  'messagesOneOf',
  'state',
  'stateOneOf',
  'runStatus',
  'pendingInterrupts',
  'uniqueIds',
  'toolResults',
]

/** The bodies of a case's responses, once for each way to cut them into reads that must make no difference. */
function deliveriesOf(report: BugReport): readonly (readonly Delivered[])[] {
  const { sse, sseChunks, sseChunksB64, streams, events = [], http } = report
  const { status = 200, contentType = 'text/event-stream', body, close } = http ?? {}
  const head = { status, contentType, breaks: close?.startsWith('abrupt') === true }
  const raw = (reads: readonly Uint8Array[]): readonly Delivered[] => [{ reads, ...head }]
  if (sseChunksB64 !== undefined) return [raw(deliverRaw({ base64: sseChunksB64 }).reads)]
  if (sseChunks !== undefined) return [raw(deliverRaw({ chunks: sseChunks }).reads)]
  const text = body ?? sse
  if (text !== undefined) {
    const ways = [[text], ...(report.splitMode === 'every-offset' ? splitsOf(text) : [])]
    return [
      ...ways.map((chunks) => raw(deliverRaw({ chunks }).reads)),
      raw(deliverRaw({ bytewise: text }).reads),
    ]
  }
  return (['event-per-read', 'one-read', 'bytewise'] as const).map((delivery) =>
    (streams ?? [events]).map((list) => ({ ...deliverEvents(list, delivery), ...head })),
  )
}

function splitsOf(text: string): readonly (readonly string[])[] {
  return Array.from(text, (_, at) => [text.slice(0, at), text.slice(at)])
}

async function play(report: BugReport, bodies: readonly Delivered[]): Promise<ReportOutcome> {
  let posts = 0
  const session = await begin(report, {
    threadId: 't1',
    transport: createHttpTransport({
      url: 'http://agent.test/',
      fetch: async () => {
        const body = bodies[posts++]
        if (body === undefined) throw new TypeError('The case has no answer to this request.')
        return toResponse(body)
      },
    }),
  })
  for (const _ of bodies) {
    const { interrupts } = session.getSnapshot().thread
    const answers = interrupts.map((open) => session.answer(open.interrupt.id, { status: 'resolved' }))
    await (answers.length > 0 ? Promise.all(answers) : session.run())
  }
  const { thread } = session.getSnapshot()
  await session.close()
  return {
    runStatus: statusOf(thread.run),
    messages: toMessages(thread.messages),
    state: thread.state,
    pendingInterrupts: thread.interrupts.map((open) => open.interrupt.id),
    posts,
  }
}

/** A session whose thread begins with what the case says was there. */
async function begin(report: BugReport, options: SessionOptions): Promise<Session> {
  const { messages = [], pendingInterrupts = [] } = report.init ?? {}
  const first = createSession({ ...options, initialMessages: messages })
  const { thread } = first.getSnapshot()
  const interrupts = pendingInterrupts.map((interrupt) => ({ interrupt, runId: 'earlier', openedAtMs: 0 }))
  const persistence = createMemoryPersistence()
  await persistence.save(`thread:${first.threadId}`, JSON.stringify(toSaved({ ...thread, interrupts }, 0)))
  const session = createSession({ ...options, persistence })
  await session.start()
  return session
}

function statusOf(run: RunState): string {
  switch (run.kind) {
    case 'idle':
      return 'idle'
    case 'starting':
    case 'running':
      return 'running'
    case 'finished':
      return { success: 'finished', interrupt: 'interrupted', cancelled: 'cancelled' }[run.outcome.type]
    case 'failed':
      return run.failure.code === 'transport-empty' ? 'incomplete' : 'error'
    case 'truncated':
      return 'incomplete'
    default:
      return run satisfies never
  }
}
