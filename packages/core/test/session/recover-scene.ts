import type { RunAgentInput } from '@agui-kit/core'
import { KitError, type KitErrorDetails } from '../../src/error.ts'
import type { Exchange, Resumption, ThreadSnapshot } from '../../src/transport/transport.ts'
import { createScene, reload, type Scene, type SceneOptions } from '../scene.ts'
import {
  createScriptedTransport,
  type ScriptedExchange,
  type ScriptedTransport,
} from '../scripted-transport.ts'

/** What the session asked the extension for, in words. */
export interface Asked {
  readonly what: 'reattach' | 'snapshot' | 'cancel'
  readonly runId?: string
  readonly after?: string
}

/** A server that offers to go on with runs, in a test's hands. */
export interface ScriptedServer {
  readonly asked: readonly Asked[]
  /** The next exchange that was reattached and not taken yet; waits for it. */
  readonly tail: () => Promise<ScriptedExchange>
  /** What the next reattaching gets instead of an exchange; an error is thrown. */
  readonly reattachNext: (...answers: readonly ('over' | Error)[]) => void
  /** What the next snapshots are; an error is thrown. */
  readonly snapshotNext: (...answers: readonly (Partial<ThreadSnapshot> | undefined | Error)[]) => void
  /** Cancelling fails from now on. */
  readonly refuseCancel: (error: Error) => void
}

export interface RecoverScene extends Scene {
  readonly server: ScriptedServer
}

function createServer(): ScriptedServer & { readonly resumption: Resumption } {
  const asked: Asked[] = []
  const tails = createScriptedTransport({ resumable: true })
  const reattachings: ('over' | Error)[] = []
  const snapshots: (Partial<ThreadSnapshot> | undefined | Error)[] = []
  let cancelFailure: Error | undefined
  const resumption: Resumption = {
    reattach: async ({ threadId, runId, after, signal }): Promise<Exchange | 'over'> => {
      asked.push({ what: 'reattach', runId, ...(after !== undefined && { after }) })
      const answer = reattachings.shift()
      if (answer instanceof Error) throw answer
      const input: RunAgentInput = { threadId, runId, messages: [] }
      return answer ?? tails.open({ input, signal })
    },
    snapshot: async () => {
      asked.push({ what: 'snapshot' })
      if (snapshots.length === 0) throw new Error('The test has no snapshot for this.')
      const answer = snapshots.shift()
      if (answer instanceof Error) throw answer
      return answer && { messages: [], state: {}, interrupts: [], ...answer }
    },
    cancel: async ({ runId }) => {
      asked.push({ what: 'cancel', runId })
      if (cancelFailure !== undefined) throw cancelFailure
    },
  }
  return {
    asked,
    resumption,
    tail: tails.next,
    reattachNext: (...answers) => reattachings.push(...answers),
    snapshotNext: (...answers) => snapshots.push(...answers),
    refuseCancel: (error) => {
      cancelFailure = error
    },
  }
}

const servers = new WeakMap<Scene, ReturnType<typeof createServer>>()

/** Half of every spread, so that waits are three quarters of the full ones. */
const random = (): number => 0.5

function onServer(
  server: ReturnType<typeof createServer>,
  make: (options: SceneOptions) => Scene,
  options: SceneOptions,
): RecoverScene {
  const plain = options.transport ?? createScriptedTransport({ resumable: true })
  const transport: ScriptedTransport = { ...plain, resumption: server.resumption }
  const scene = make({ random, ...options, transport })
  const made = { ...scene, server }
  servers.set(made, server)
  return made
}

/** A session whose server offers the resume extension. */
export function createRecoverScene(options: SceneOptions = {}): RecoverScene {
  return onServer(createServer(), createScene, options)
}

/** The page goes and comes back; the server stays what it was. */
export function reloadRecover(scene: RecoverScene, options: SceneOptions = {}): RecoverScene {
  const server = servers.get(scene)
  if (server === undefined) throw new Error('This scene has no server.')
  return onServer(server, (more) => reload(scene, more), options)
}

export function refusal(status: number, details: KitErrorDetails = {}): KitError {
  return new KitError('transport-http-status', `HTTP ${status}`, { status, ...details })
}

export const cut = (): KitError => new KitError('transport-interrupted', 'The cable was pulled.')

/** Waits for a condition that the session's own promises bring about. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000; turn++) {
    if (holds()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`It never came to: ${String(holds)}`)
}

/** The session waits for its next attempt to find the run. */
export async function waitsForAttempt(scene: Scene, attempt = 1): Promise<void> {
  await until(() => {
    const { connection } = scene.session.getSnapshot()
    return (
      connection.kind === 'reconnecting' &&
      connection.attempt === attempt &&
      connection.nextTryAtMs !== undefined &&
      connection.nextTryAtMs > scene.clock.now()
    )
  })
}

/** Lets the wait before the next attempt pass. */
export async function passWait(scene: Scene, attempt = 1): Promise<number> {
  await waitsForAttempt(scene, attempt)
  const { connection } = scene.session.getSnapshot()
  const delayMs = (connection.kind === 'reconnecting' ? (connection.nextTryAtMs ?? 0) : 0) - scene.clock.now()
  scene.clock.advance(delayMs)
  return delayMs
}
