import { isObject } from '../events/shape.ts'
import type { ResumeEntry } from '../protocol/run.ts'
import type { OpenInterrupt } from '../thread/thread.ts'
import {
  createAnnouncementReader,
  type LegacyInterrupt,
  type LegacyInterrupts,
  type ReadAnnouncement,
} from './legacy-interrupts.ts'

export type { LegacyInterrupts }

/** How the answers to announced interrupts reach the agent. */
export interface OnInterruptOptions {
  /**
   * `command`, the default: in `forwardedProps.command.resume`, which every such agent takes. `resume`: as
   * entries of `resume`, for agents new enough to know them by the ids they announced.
   */
  readonly answerThrough?: 'command' | 'resume'
}

/**
 * Interrupts of LangGraph agents with their default settings, and of CrewAI's: a CUSTOM event `on_interrupt`,
 * then a plain RUN_FINISHED (P-119). With this they are open interrupts like any other.
 *
 * The graph gets a single answer as it was given, `true` for one without a payload, `{ __agui_cancelled__ }`
 * for a cancelled one, and several as `{ __agui_resume_map__ }` by id (P-121).
 *
 * @example
 * createSession({ transport, legacyInterrupts: langGraphInterrupts() })
 */
export function langGraphInterrupts({
  answerThrough = 'command',
}: OnInterruptOptions = {}): LegacyInterrupts {
  return {
    createReader: () => createAnnouncementReader(readLangGraph),
    carry: (interrupts, forwardedProps) =>
      answerThrough === 'command'
        ? withCommand(forwardedProps, interrupts, (entries) => ({ resume: toGraphAnswer(entries) }))
        : undefined,
  }
}

/**
 * Interrupts of Mastra agents without `emitInterruptOutcome`. An answer goes with the announcement it is for;
 * as a command names only one, several answers go as entries of `resume`.
 */
export function mastraInterrupts({ answerThrough = 'command' }: OnInterruptOptions = {}): LegacyInterrupts {
  return {
    createReader: () => createAnnouncementReader(readMastra),
    carry: (interrupts, forwardedProps) =>
      answerThrough === 'command' && interrupts.length === 1
        ? withCommand(forwardedProps, interrupts, ([entry]) => ({
            resume: entry?.status === 'cancelled' ? { cancelled: true } : (entry?.payload ?? true),
            interruptEvent: interrupts[0]?.legacy?.value,
          }))
        : undefined,
  }
}

const readLangGraph: ReadAnnouncement = (event, { runId, count }) => {
  if (event.name !== 'on_interrupt') return undefined
  const native = isObject(event.rawEvent) ? event.rawEvent : {}
  // The value is text, and JSON when the graph's own value was not; the native event has that value itself.
  const raw = Object.hasOwn(native, 'value') ? native.value : parsed(event.value)
  return {
    id: typeof native.id === 'string' ? native.id : `${runId}:on_interrupt:${count + 1}`,
    reason: 'langgraph:interrupt',
    ...asked(raw),
    metadata: { langgraph: { raw } },
    legacy: { value: event.value },
  }
}

const readMastra: ReadAnnouncement = (event, { runId, count }) => {
  const raw = event.name === 'on_interrupt' ? parsed(event.value) : undefined
  if (!isObject(raw)) return undefined
  const { toolCallId, ...facts } = raw
  const schema = parsed(facts.resumeSchema)
  const id = `${typeof raw.runId === 'string' ? raw.runId : runId}::`
  return {
    id: id + (typeof toolCallId === 'string' ? toolCallId : count + 1),
    reason: 'mastra:tool_suspend',
    ...(typeof toolCallId === 'string' && { toolCallId }),
    ...(isObject(schema) && { responseSchema: schema }),
    metadata: { mastra: facts },
    legacy: { value: event.value },
  }
}

/** What a person can be asked with, of a value whose shape is the graph author's own. */
function asked(raw: unknown): Pick<LegacyInterrupt, 'message' | 'toolCallId'> {
  if (typeof raw === 'string') return { message: raw }
  if (!isObject(raw)) return {}
  const message = [raw.message, raw.question].find((text) => typeof text === 'string')
  const { toolCallId } = raw
  return {
    ...(message !== undefined && { message }),
    ...(typeof toolCallId === 'string' && { toolCallId }),
  }
}

function toGraphAnswer(entries: readonly ResumeEntry[]): unknown {
  const [entry] = entries
  if (entries.length > 1) {
    const answers = entries.map(({ interruptId, status, payload }) => [interruptId, { status, payload }])
    return { __agui_resume_map__: Object.fromEntries(answers) as unknown }
  }
  return entry?.status === 'cancelled'
    ? { __agui_cancelled__: true, interrupt_id: entry.interruptId }
    : (entry?.payload ?? true)
}

/** The application's props with a command; nothing when what is open was asked through the protocol itself. */
function withCommand(
  forwardedProps: unknown,
  interrupts: readonly OpenInterrupt[],
  toCommand: (entries: readonly ResumeEntry[]) => object,
): unknown {
  const entries = interrupts.flatMap(({ legacy, decision }) =>
    legacy === undefined || decision === undefined ? [] : [decision.entry],
  )
  if (entries.length === 0 || entries.length < interrupts.length) return undefined
  const props = isObject(forwardedProps) ? forwardedProps : {}
  const command = isObject(props.command) ? props.command : {}
  return { ...props, command: { ...command, ...toCommand(entries) } }
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
