import { isObject, joinPath, listOf, type Shape, type ShapeContext } from '../events/shape.ts'
import { interrupt, message, resumeEntry } from '../events/shapes.ts'

type Parsed = Record<string, unknown>

const LISTS = ['steps', 'toolCalls', 'subagents', 'interrupts', 'decisions', 'usage']
const PHASES = new Set<unknown>(['args', 'called', 'answered'])
const DELIVERIES = new Set<unknown>(['queued', 'sending', 'accepted', 'unconfirmed', 'failed'])
const messages: Shape = listOf(message)

/** Why what was saved cannot be a thread, in words; `undefined` when everything that is read of it is there. */
export function judgeSaved(saved: Parsed): string | undefined {
  const context: ShapeContext = { tolerant: true, path: [], note: () => {} }
  const fits = (shape: Shape, value: unknown): boolean => shape(value, context) === undefined
  const isDecision = (value: unknown): boolean =>
    isObject(value) &&
    typeof value.interruptId === 'string' &&
    DELIVERIES.has(value.delivery) &&
    fits(resumeEntry, value.entry) &&
    fits(interrupt, value.interrupt)
  const isOpen = ({ interrupt: asked, runId, decision }: Parsed): boolean =>
    fits(interrupt, asked) && typeof runId === 'string' && (decision === undefined || isDecision(decision))

  const bad = messages(saved.messages, context)
  if (bad !== undefined)
    return `a message is broken: ${bad.path ?? joinPath(['messages'])} should be ${bad.expected}`
  for (const key of LISTS) {
    const list = saved[key]
    if (!Array.isArray(list) || !list.every(isObject)) return `"${key}" is no list of objects`
  }
  const all = (key: string, holds: (item: Parsed) => boolean): boolean =>
    (saved[key] as Parsed[]).every(holds)
  if (!all('interrupts', isOpen)) return 'an interrupt is broken'
  if (!all('decisions', isDecision)) return 'a decision is broken'
  if (!all('toolCalls', (call) => hasTexts(call, 'id', 'messageId') && PHASES.has(call.phase)))
    return 'a tool call is broken'
  if (!all('steps', (step) => hasTexts(step, 'name', 'status'))) return 'a step is broken'
  if (!all('subagents', (item) => hasTexts(item, 'id', 'name', 'status'))) return 'a subagent is broken'
  return isRun(saved.run) ? undefined : 'the run is broken'
}

function hasTexts(value: Parsed, ...keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === 'string')
}

function isRun(run: unknown): boolean {
  if (!isObject(run)) return false
  if (run.kind === 'idle') return true
  if (typeof run.runId !== 'string') return false
  switch (run.kind) {
    case 'starting':
    case 'running':
      return true
    case 'finished':
      return isObject(run.outcome) && isOutcome(run.outcome)
    case 'failed':
      return isObject(run.failure) && hasTexts(run.failure, 'source', 'message')
    case 'truncated':
      return typeof run.cause === 'string'
    default:
      return false
  }
}

function isOutcome({ type, pendingToolCallIds, interruptIds }: Parsed): boolean {
  if (type === 'cancelled') return true
  if (!isTexts(pendingToolCallIds)) return false
  return type === 'success' || (type === 'interrupt' && isTexts(interruptIds))
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
