import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { PatchOperation } from '../protocol/event.ts'
import type { Json, JsonObject } from '../protocol/json.ts'
import { toMembers } from '../protocol/json.ts'
import { SERVER_EXECUTION } from '../protocol/message.ts'
import type { Emitter } from './emitter.ts'
import { splitArguments, splitText } from './split-text.ts'
import type { ThreadDraft } from './thread-draft.ts'

export interface ProposedCall {
  readonly name: string
  readonly args: JsonObject
  /** Where the tool runs: here, or in the client's application. */
  readonly runsOn: 'server' | 'client'
}

/** Says things in well-formed brackets, at the pace of someone talking. */
export interface RunWriter {
  readonly newId: (kind: string) => string
  readonly step: (name: string, work: () => Promise<void>) => Promise<void>
  readonly text: (text: string) => Promise<void>
  readonly reasoning: (text: string) => Promise<void>
  /** Streams calls, as one assistant message, without running them. Returns their ids in order. */
  readonly propose: (calls: readonly ProposedCall[]) => Promise<readonly string[]>
  readonly snapshotState: (state: Json) => void
  readonly setState: (members: JsonObject) => void
  readonly pause: () => Promise<void>
}

export interface RunWriterOptions {
  readonly emitter: Emitter
  readonly thread: ThreadDraft
  readonly newUuid: () => string
  readonly paceMs: number
}

export function createRunWriter({ emitter, thread, newUuid, paceMs }: RunWriterOptions): RunWriter {
  const { emit } = emitter
  const newId = (kind: string) => `${kind}-${newUuid()}`
  // Without a pace the event loop still gets its turn, so that a stop is noticed between two pieces.
  const pause = async () => {
    await (paceMs > 0 ? delay(paceMs) : nextTurn())
  }

  const streamEach = async (pieces: readonly string[], send: (delta: string) => void) => {
    for (const piece of pieces) {
      await pause()
      send(piece)
    }
  }

  const streamCall = async (call: ProposedCall, parentMessageId: string) => {
    const toolCallId = newId('call')
    const metadata = call.runsOn === 'server' ? { metadata: SERVER_EXECUTION } : {}
    emit({ type: 'TOOL_CALL_START', toolCallId, toolCallName: call.name, parentMessageId, ...metadata })
    await streamEach(splitArguments(JSON.stringify(call.args)), (delta) =>
      emit({ type: 'TOOL_CALL_ARGS', toolCallId, delta }),
    )
    emit({ type: 'TOOL_CALL_END', toolCallId })
    return toolCallId
  }

  return {
    newId,
    pause,
    step: async (stepName, work) => {
      emit({ type: 'STEP_STARTED', stepName })
      await work()
      emit({ type: 'STEP_FINISHED', stepName })
    },
    text: async (text) => {
      const messageId = newId('msg')
      emit({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' })
      await streamEach(splitText(text), (delta) => emit({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta }))
      emit({ type: 'TEXT_MESSAGE_END', messageId })
    },
    reasoning: async (text) => {
      const spanId = newId('span')
      const messageId = newId('msg')
      emit({ type: 'REASONING_START', messageId: spanId })
      emit({ type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' })
      await streamEach(splitText(text), (delta) =>
        emit({ type: 'REASONING_MESSAGE_CONTENT', messageId, delta }),
      )
      emit({ type: 'REASONING_MESSAGE_END', messageId })
      emit({ type: 'REASONING_END', messageId: spanId })
    },
    propose: async (calls) => {
      const parentMessageId = newId('msg')
      const ids: string[] = []
      for (const call of calls) ids.push(await streamCall(call, parentMessageId))
      return ids
    },
    snapshotState: (snapshot) => emit({ type: 'STATE_SNAPSHOT', snapshot }),
    setState: (members) => {
      const { state } = thread.current()
      const present = toMembers(state)
      if (state !== present) {
        emit({ type: 'STATE_SNAPSHOT', snapshot: members })
        return
      }
      const delta = Object.entries(members).map(
        ([name, value]): PatchOperation => ({
          op: Object.hasOwn(present, name) ? 'replace' : 'add',
          path: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
          value,
        }),
      )
      emit({ type: 'STATE_DELTA', delta })
    },
  }
}
