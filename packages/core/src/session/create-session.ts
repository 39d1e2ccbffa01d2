import { KitError } from '../error.ts'
import { abandon } from '../events/run.ts'
import { createGuard } from '../guard.ts'
import type { Issue } from '../issue.ts'
import { createMemoryPersistence } from '../persistence/memory.ts'
import { createPipeline, type Pipeline, type PipelineOptions } from '../pipeline/pipeline.ts'
import { createRandomIds, createSystemClock, onWake } from '../ports.ts'
import type { UserMessage } from '../protocol/message.ts'
import type { ResumeEntry, RunAgentInput } from '../protocol/run.ts'
import { createSessionStore } from '../store.ts'
import { append, createDraft, replaceThread, report, setField } from '../thread/draft.ts'
import { deliver } from '../thread/interrupts.ts'
import type { Connection, SessionSnapshot } from '../thread/snapshot.ts'
import { isRunLive, type RunState } from '../thread/thread.ts'
import type { Exchange, ResponseHead } from '../transport/transport.ts'
import { adoptSnapshot } from './adopt-snapshot.ts'
import { RETRY_DEFAULTS } from './backoff.ts'
import { answerCall, createClientToolRegistry, pendingCalls, runCalls } from './client-tools.ts'
import { type ConnectionEvent, type ConnectionState, type Effect, transition } from './connection.ts'
import { firstThread } from './first-thread.ts'
import { createKeeper } from './keeper.ts'
import { findAnswerable, isDecided, putAnswer, resumeEntries, settleDelivery, takeBack } from './outbox.ts'
import { readExchange, toFailure } from './read-exchange.ts'
import { createStallCount, recoverRun } from './recover-run.ts'
import { enforceInput, type RunRequest, toRunInput } from './run-input.ts'
import type { RunOptions, Session, SessionOptions } from './session-types.ts'
import { createWatchers } from './watchers.ts'

/** What a run is started with; kept so that it can be tried again. */
interface Requested {
  readonly options: RunOptions
  readonly resume?: readonly ResumeEntry[]
  /** Runs that client tools started since a person last acted. */
  readonly toolRuns: number
}

/**
 * Makes the live object for one thread. Nothing happens before `start` or the first verb: no storage is
 * touched, no timer set, so it may be made while rendering and on a server.
 *
 * @example
 * const session = createSession({ transport: createHttpTransport({ url: '/ag-ui/agent' }) })
 * await session.send('Look up order A1024')
 */
export function createSession(options: SessionOptions): Session {
  const clock = options.clock ?? createSystemClock()
  const ids = options.ids ?? createRandomIds()
  const threadId = options.threadId ?? ids()
  const maxToolRuns = options.maxToolRuns ?? 10
  const blank = firstThread(threadId, options)
  const blankSnapshot: SessionSnapshot = {
    thread: blank,
    phase: 'new',
    connection: { kind: 'idle' },
    clockSkewMs: 0,
  }

  const draft = createDraft(blank, clock.now)
  const store = createSessionStore(draft, blankSnapshot, clock)
  const tools = createClientToolRegistry(options.tools ?? [])
  const { onIssue } = options
  const guard = createGuard((issue) => report(draft, issue))
  const watchers = createWatchers((issue) => report(draft, issue))
  const keeper = createKeeper({
    persistence: options.persistence ?? createMemoryPersistence(),
    key: `${options.persistencePrefix ?? 'thread:'}${threadId}`,
    threadId,
    clock,
    thread: () => {
      // What is open is the draft's, so the thread saved beside it must be the draft's too.
      store.flush()
      return store.get().thread
    },
    stream: () => (standing().recoverable ? pipeline?.save() : undefined),
    tell: (issue) => tell(issue),
  })

  let machine: ConnectionState = { kind: 'idle' }
  let requested: Requested | undefined
  let controller: AbortController | undefined
  let starting: Promise<void> | undefined
  let pipeline: Pipeline | undefined
  /** The server says that it offers the resume extension. */
  let resumable = false
  /** The page is back, and the live run it left has not been found yet. */
  let isBack = false
  const countStalls = createStallCount()
  let waiting: ((run: RunState) => void)[] = []

  const drain = (): void => {
    for (const issue of draft.found.splice(0)) {
      if (onIssue !== undefined) guard(() => onIssue(issue), onIssue)
      watchers.tell({ kind: 'issue', issue })
    }
  }

  /** Shows what has changed, saves it, and hands on what was found wrong. */
  const show = (): void => {
    const urgent = draft.urgent
    store.touch()
    drain()
    if (urgent) void keeper.now()
    else keeper.soon()
  }

  const tell = (issue: Issue): void => {
    report(draft, issue)
    store.touch()
    drain()
  }

  const live = (): boolean => isRunLive(draft.fields.run)

  const standing = (): { readonly live: boolean; readonly recoverable: boolean } => ({
    live: live(),
    // Before its head has come nothing is known of a run that could be gone on with.
    recoverable: live() && pipeline !== undefined && resumable && options.transport.resumption !== undefined,
  })

  const dispatch = (event: ConnectionEvent): void => {
    const [next, effects] = transition(machine, event)
    machine = next
    for (const effect of effects) perform(effect)
    const connection = CONNECTIONS[next.kind]
    if (store.get().connection.kind !== connection.kind) store.set({ connection })
  }

  const perform = (effect: Effect): void => {
    switch (effect.type) {
      case 'abort':
        controller?.abort()
        controller = undefined
        return
      case 'open':
        controller = new AbortController()
        void open(controller.signal)
        return
      case 'recover':
        controller = new AbortController()
        void recover(controller.signal)
        return
      case 'cancel':
        cancelRun(currentRunId())
        return
      case 'fail':
        end({ kind: 'failed', runId: currentRunId(), failure: effect.failure, endedAtMs: clock.now() })
        return
      case 'truncate':
        end({ kind: 'truncated', runId: currentRunId(), cause: effect.cause, endedAtMs: clock.now() })
        return
      case 'settle':
        settle(effect.tools)
        return
      case 'release':
        release()
        return
      default:
        effect satisfies never
    }
  }

  const currentRunId = (): string => ('runId' in draft.fields.run ? draft.fields.run.runId : '')

  const end = (run: RunState): void => {
    abandon(draft)
    draft.ledger.phase = 'idle'
    setField(draft, 'run', run)
    draft.urgent = true
  }

  /** The decisions on their way out: as entries of `resume`, or in the props where the agent asked so. */
  const answersFor = (forwardedProps: unknown): Pick<RunRequest, 'forwardedProps' | 'resume'> => {
    if (requested?.resume === undefined) return { forwardedProps }
    const carried = options.legacyInterrupts?.carry(draft.fields.interrupts, forwardedProps)
    return carried === undefined ? { forwardedProps, resume: requested.resume } : { forwardedProps: carried }
  }

  /** The input of the requested run, as it may leave. */
  const toInput = (runId: string): RunAgentInput => {
    const asked = toRunInput(store.get().thread, {
      runId,
      tools: tools.offered(),
      context: [...(options.context ?? []), ...(requested?.options.context ?? [])],
      ...answersFor(requested?.options.forwardedProps ?? options.forwardedProps),
      ...(requested?.resume && { parentRunId: draft.fields.interrupts[0]?.runId ?? runId }),
    })
    const input = enforceInput(asked, tell)
    watchers.tell({ kind: 'request', input })
    return input
  }

  /** The answer's head is there: what it says of the server, and what its frames go through. */
  const takeHead = (head: ResponseHead, after?: string): Pipeline => {
    watchers.tell({ kind: 'response', head })
    if (head.clockSkewMs !== undefined && head.clockSkewMs !== store.get().clockSkewMs) {
      store.set({ clockSkewMs: head.clockSkewMs })
    }
    resumable = head.resumable
    dispatch({ type: 'opened' })
    return createPipeline(draft, {
      ...pipelineOptions(),
      numbered: head.resumable,
      ...(after !== undefined && { after }),
    })
  }

  const pipelineOptions = (): Pick<PipelineOptions, 'strictness' | 'rewrite'> => ({
    strictness: options.strictness ?? 'tolerant',
    ...(options.legacyInterrupts && { rewrite: options.legacyInterrupts.createReader() }),
  })

  /** Reads what an exchange brings, until it ends one way or another. */
  const read = async (exchange: Exchange, through: Pipeline, signal: AbortSignal): Promise<void> => {
    pipeline = through
    const event = await readExchange(exchange, through, {
      signal,
      standing,
      onFrames: (count) => {
        watchers.tell({ kind: 'frames', count })
        show()
      },
    })
    if (event !== undefined) dispatch(event)
  }

  const open = async (signal: AbortSignal): Promise<void> => {
    const runId = ids()
    // The position of the run before is none of this one.
    pipeline = undefined
    isBack = false
    draft.ledger.phase = 'idle'
    setField(draft, 'run', { kind: 'starting', runId, startedAtMs: clock.now() })
    if (requested?.resume) deliver(draft, 'sending', { runId })
    draft.urgent = true
    store.flush()
    const saved = keeper.now()
    // A decision is stored before it is sent.
    if (requested?.resume) await saved
    if (signal.aborted) return
    try {
      const exchange = await openStoppable(runId, signal)
      if (!signal.aborted) await read(exchange, takeHead(exchange.head), signal)
    } catch (cause) {
      if (!signal.aborted) dispatch({ type: 'broke', failure: toFailure(cause), ...standing() })
    }
  }

  /**
   * A run that is stopped before its head has come may have started all the same. Where runs can be
   * cancelled, the head is waited for to know whether this server is one of those.
   */
  const openStoppable = (runId: string, signal: AbortSignal): Promise<Exchange> => {
    const request = new AbortController()
    const opening = options.transport.open({ input: toInput(runId), signal: request.signal })
    let isOpening = true
    opening
      .catch(() => undefined)
      .finally(() => {
        isOpening = false
      })
    const leave = (): void => {
      const mayCancel = options.transport.resumption !== undefined && machine.kind !== 'closed'
      if (!isOpening || !mayCancel) return request.abort()
      const cancelTimer = clock.after(CANCEL_WAIT_MS, () => request.abort())
      opening
        .then(({ head }) => head.resumable && cancelRun(runId))
        .catch(() => undefined)
        .finally(() => {
          cancelTimer()
          request.abort()
        })
    }
    signal.addEventListener('abort', leave)
    return opening
  }

  /** Finds a run again that was lost sight of, and reads on. */
  const recover = async (signal: AbortSignal): Promise<void> => {
    const { resumption } = options.transport
    if (resumption === undefined) return
    const runId = currentRunId()
    const after = pipeline?.position()
    const found = await recoverRun({
      resumption,
      threadId,
      runId,
      after,
      stalled: countStalls(after ?? runId),
      policy: { ...RETRY_DEFAULTS, ...options.retry },
      clock,
      random: options.random ?? Math.random,
      signal,
      // After a reload there is nothing that a wait would spare.
      eager: isBack,
      onWait: (attempt, nextTryAtMs) =>
        store.set({ connection: { kind: 'reconnecting', attempt, nextTryAtMs } }),
      onWake,
    })
    if (found === undefined) return
    isBack = false
    if (found.kind === 'lost') return dispatch({ type: 'broke', failure: found.failure, ...standing() })
    if (found.kind === 'snapshot') adoptSnapshot(draft, found.snapshot)
    const { exchange } = found
    if (exchange === undefined) return dispatch({ type: 'ended', sawEvent: true, ...standing() })
    const known = found.kind === 'stream' ? pipeline : undefined
    known?.rewind()
    const cut = found.kind === 'snapshot' ? found.snapshot.activeRun?.lastEventId : undefined
    const fresh = takeHead(exchange.head, cut)
    await read(exchange, known ?? fresh, signal)
  }

  /** Leaving is not cancelling: where the server can be told, it is. What it says comes too late for anyone. */
  const cancelRun = (runId: string): void => {
    const giveUp = new AbortController()
    const cancelTimer = clock.after(CANCEL_WAIT_MS, () => giveUp.abort())
    options.transport.resumption
      ?.cancel({ threadId, runId, signal: giveUp.signal })
      .catch(() => undefined)
      .finally(cancelTimer)
  }

  /** The run has ended: tell how the decisions fared, save, run the application's tools, answer who waits. */
  const settle = (after: 'run' | 'leave'): void => {
    settleDelivery(draft, draft.fields.run)
    store.flush()
    drain()
    void keeper.now()
    watchers.tell({ kind: 'run', run: draft.fields.run })
    const calls = after === 'run' ? pendingCalls(draft, tools) : []
    const toolRuns = requested?.toolRuns ?? 0
    if (calls.length > 0 && toolRuns >= maxToolRuns) {
      end({
        kind: 'failed',
        runId: currentRunId(),
        endedAtMs: clock.now(),
        failure: {
          source: 'client',
          code: 'tool-loop',
          message: `The agent called tools of the application ${toolRuns} times in a row without coming to an end, so the application stopped.`,
          details: { limit: maxToolRuns },
        },
      })
      store.flush()
    } else if (calls.length > 0) {
      void runTools(calls, toolRuns)
      return
    }
    resolveWaiting()
  }

  const runTools = async (calls: ReturnType<typeof pendingCalls>, toolRuns: number): Promise<void> => {
    dispatch({ type: 'execute' })
    controller = new AbortController()
    const { signal } = controller
    await runCalls({ draft, ids, calls, signal, show })
    if (signal.aborted) return
    // With interrupts open the results wait for the answers and go out with them.
    const resume = resumeEntries(draft)
    if (draft.fields.interrupts.length === 0 || resume !== undefined) {
      requested = { options: requested?.options ?? {}, toolRuns: toolRuns + 1, ...(resume && { resume }) }
      dispatch({ type: 'run' })
    } else {
      dispatch({ type: 'executed' })
      resolveWaiting()
    }
  }

  const resolveWaiting = (): void => {
    const done = waiting
    waiting = []
    for (const resolve of done) resolve(draft.fields.run)
  }

  const run = (next: Requested): Promise<RunState> => {
    requested = next
    const done = new Promise<RunState>((resolve) => waiting.push(resolve))
    dispatch({ type: 'run' })
    return done
  }

  const start = (): Promise<void> => {
    starting ??= restore()
    return starting
  }

  const restore = async (): Promise<void> => {
    store.set({ phase: 'loading' })
    const saved = await keeper.load()
    const kept = options.transport.resumption === undefined ? undefined : saved?.live
    if (saved !== undefined) replaceThread(draft, kept?.thread ?? saved.thread)
    if (machine.kind === 'closed') return
    store.set({ phase: 'ready' })
    drain()
    if (kept === undefined) return
    // The run went on without us, and is gone on with from where it stood.
    pipeline = createPipeline(draft, { ...pipelineOptions(), numbered: true, from: kept.stream })
    resumable = true
    isBack = true
    dispatch({ type: 'recover' })
    show()
  }

  const ready = async (): Promise<void> => {
    if (machine.kind === 'closed') throw closedError()
    await start()
    if ((machine as ConnectionState).kind === 'closed') throw closedError()
  }

  const refuseIfBusy = (): void => {
    if (
      !live() &&
      machine.kind !== 'executing' &&
      machine.kind !== 'opening' &&
      machine.kind !== 'recovering'
    )
      return
    throw new KitError(
      'run-active',
      'A run of this thread is under way. Two runs at once would overwrite each other. Wait for it or stop it first.',
    )
  }

  const refuseIfAsked = (): void => {
    const interruptIds = draft.fields.interrupts.map((open) => open.interrupt.id)
    if (interruptIds.length === 0) return
    throw new KitError(
      'interrupts-open',
      `Cannot start a run: ${interruptIds.length} interrupt(s) are still open. A run that ignores them is rejected by the agent. Answer or cancel them with session.answer().`,
      { interruptIds },
    )
  }

  /** Checks and prepares in one go, so that of two calls in one task only the first passes. */
  const prepareRun = (): void => {
    refuseIfBusy()
    refuseIfAsked()
    // Every pending call of ours is answered before the thread goes on.
    for (const { toolCallId } of pendingCalls(draft, tools)) {
      const error = 'Not run: the person went on without it.'
      answerCall(draft, ids, toolCallId, { content: error, error })
    }
  }

  const serverNowMs = (): number => clock.now() + store.get().clockSkewMs

  const release = (): void => {
    // An answer that waits for others to be given will not be sent any more.
    resolveWaiting()
    watchers.clear()
    store.set({ phase: 'closed' })
    store.close()
  }

  return {
    threadId,
    getSnapshot: store.get,
    getServerSnapshot: () => blankSnapshot,
    subscribe: store.subscribe,
    start,
    send: async (content, runOptions = {}) => {
      await ready()
      prepareRun()
      const message: UserMessage = { id: ids(), role: 'user', content }
      append(draft, message)
      return run({ options: runOptions, toolRuns: 0 })
    },
    run: async (runOptions = {}) => {
      await ready()
      prepareRun()
      return run({ options: runOptions, toolRuns: 0 })
    },
    answer: async (interruptId, answer) => {
      await ready()
      const open = findAnswerable(draft, interruptId, answer, serverNowMs())
      const again = open.decision?.delivery === 'unconfirmed'
      if (isDecided(open) && !again) return new Promise((resolve) => waiting.push(resolve))
      if (!again) {
        putAnswer(draft, interruptId, answer, serverNowMs())
        show()
      }
      const resume = resumeEntries(draft)
      // Tools of the application that still run send it with their results.
      if (resume === undefined || machine.kind === 'executing')
        return new Promise((resolve) => waiting.push(resolve))
      return run({ options: {}, resume, toolRuns: 0 })
    },
    revoke: (interruptId) => {
      takeBack(draft, interruptId)
      show()
    },
    stop: () => dispatch({ type: 'stop', ...standing() }),
    retry: async () => {
      await ready()
      refuseIfBusy()
      const { kind } = draft.fields.run
      const resume = resumeEntries(draft)
      if (kind !== 'failed' && kind !== 'truncated' && resume === undefined) {
        throw new KitError(
          'nothing-to-retry',
          'The latest run neither failed nor was cut, so there is nothing to try again.',
        )
      }
      if (resume === undefined) refuseIfAsked()
      return run({ options: requested?.options ?? {}, toolRuns: 0, ...(resume && { resume }) })
    },
    close: async () => {
      if (machine.kind === 'closed') return
      // A thread that was never read has nothing to save over what is kept.
      dispatch({ type: 'close', ...standing() })
      await keeper.close()
    },
    setState: (update) => {
      const apply = (): void => {
        setField(draft, 'state', update(draft.fields.state))
        show()
      }
      // Before what was saved is read, a write would be lost under it, or would overwrite it.
      if (store.get().phase === 'ready') apply()
      else ready().then(apply, () => undefined)
    },
    registerTool: tools.add,
    clientTools: tools.offered,
    observe: watchers.add,
    reset: async () => {
      await ready()
      dispatch({ type: 'stop', ...standing() })
      replaceThread(draft, blank)
      requested = undefined
      store.flush()
      resolveWaiting()
      await keeper.forget()
    },
  }
}

const CANCEL_WAIT_MS = 10_000

/** What of the connection's states the application sees. */
const CONNECTIONS: Readonly<Record<ConnectionState['kind'], Connection>> = {
  idle: { kind: 'idle' },
  opening: { kind: 'connecting' },
  streaming: { kind: 'live' },
  recovering: { kind: 'reconnecting', attempt: 1 },
  executing: { kind: 'idle' },
  closed: { kind: 'idle' },
}

function closedError(): KitError {
  return new KitError(
    'session-closed',
    'This session was closed. It reads and sends nothing any more. Make a new one for the thread.',
  )
}
