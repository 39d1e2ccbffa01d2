import {
  createMemoryPersistence,
  createSession,
  createTapeTransport,
  emptyThread,
  type FrameCodec,
  type Interrupt,
  type Issue,
  jsonLinesCodec,
  type Message,
  type RunState,
  type Tape,
  type ToolCallRecord,
  toMessageList,
  toMessages,
  toSaved,
} from '@agui-kit/core'

/** What a recorded exchange comes to. */
export interface Replay {
  /** The id of the latest run, as the agent named it. */
  readonly run: string
  readonly outcome: 'success' | 'interrupt' | 'cancelled' | 'error' | 'truncated'
  readonly messages: readonly Message[]
  readonly state: unknown
  /** The interrupts that are open afterwards. */
  readonly interrupts: readonly Interrupt[]
  readonly pendingToolCallIds: readonly string[]
  readonly issues: readonly Issue[]
  readonly error?: { readonly source: string; readonly code?: string; readonly message: string }
}

const PROTOBUF = /^application\/vnd\.ag-ui\.event\+proto\b/i
const THREAD_ID = /"threadId"\s*:\s*("(?:[^"\\]|\\.)*")/

/**
 * Plays a tape through a real session, as if its request had just been sent: the messages and the state of
 * the request are what the thread begins with. A tape of protobuf needs `@ag-ui/proto` to be installed.
 */
export async function replayTape(
  tape: Tape,
  strictness: 'strict' | 'tolerant' = 'tolerant',
): Promise<Replay> {
  const { request } = tape
  const codecs = await codecsFor(tape)
  const threadId = request?.threadId ?? (await threadIdIn(tape, codecs)) ?? 'thread'
  const persistence = createMemoryPersistence()
  const messages = request?.messages ?? []
  const begun = {
    ...emptyThread(threadId),
    messages: toMessageList(messages),
    toolCalls: recordsOf(messages),
    state: request?.state ?? {},
  }
  await persistence.save(`thread:${threadId}`, JSON.stringify(toSaved(begun, 0)))
  const issues: Issue[] = []
  let count = 0
  const session = createSession({
    threadId,
    persistence,
    strictness,
    transport: createTapeTransport([tape], { codecs }),
    ids: () => (count++ === 0 && request !== undefined ? request.runId : `replay-${count}`),
    onIssue: (issue) => issues.push(issue),
  })
  const run = await session.run()
  const { thread } = session.getSnapshot()
  await session.close()
  return {
    run: run.kind === 'idle' ? '' : run.runId,
    outcome: toOutcome(run),
    messages: toMessages(thread.messages),
    state: thread.state,
    interrupts: thread.interrupts.map((open) => open.interrupt),
    pendingToolCallIds:
      run.kind === 'finished' && run.outcome.type !== 'cancelled' ? run.outcome.pendingToolCallIds : [],
    issues,
    ...(run.kind === 'failed' && {
      error: {
        source: run.failure.source,
        ...(run.failure.code !== undefined && { code: run.failure.code }),
        message: run.failure.message,
      },
    }),
  }
}

function toOutcome(run: RunState): Replay['outcome'] {
  if (run.kind === 'finished') return run.outcome.type
  // A stream without any event has no outcome either: it is known to have failed, and nothing of the run is.
  return run.kind === 'failed' && run.failure.code !== 'transport-empty' ? 'error' : 'truncated'
}

/** Whatever it was recorded as. The protobuf decoder is optional, so it is loaded only where it is needed. */
async function codecsFor(tape: Tape): Promise<readonly FrameCodec[]> {
  if (!PROTOBUF.test(tape.headers['content-type'] ?? '')) return [jsonLinesCodec()]
  const { protobufCodec } = await import('@agui-kit/core/protobuf')
  return [protobufCodec()]
}

/** A bare body names its thread itself; without that every event would seem to be of another one. */
async function threadIdIn(tape: Tape, codecs: readonly FrameCodec[]): Promise<string | undefined> {
  const input = { threadId: '', runId: '', messages: [] }
  const { signal } = new AbortController()
  try {
    const { batches } = await createTapeTransport([tape], { codecs }).open({ input, signal })
    for await (const frames of batches) {
      for (const { data } of frames) {
        const found = THREAD_ID.exec(data)?.[1]
        if (found !== undefined) return JSON.parse(found) as string
      }
    }
  } catch {
    // What is wrong with the tape is told when it is played.
  }
  return undefined
}

function recordsOf(messages: readonly Message[]): ReadonlyMap<string, ToolCallRecord> {
  const records = new Map<string, ToolCallRecord>()
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const call of message.toolCalls ?? []) {
        records.set(call.id, { id: call.id, messageId: message.id, phase: 'called' })
      }
    } else if (message.role === 'tool') {
      const record = records.get(message.toolCallId)
      if (record) records.set(record.id, { ...record, phase: 'answered', resultMessageId: message.id })
    }
  }
  return records
}
