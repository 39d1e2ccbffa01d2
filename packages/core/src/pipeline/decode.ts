import { catalog } from '../events/catalog.ts'
import { isObject, object, type Shape, type ShapeContext } from '../events/shape.ts'
import { type Issue, type IssueCode, warning, withSeverity } from '../issue.ts'
import type { AgentEvent, EventType } from '../protocol/event.ts'
import type { Frame, Position } from '../transport/transport.ts'
import { type CompatState, initialCompat, translate } from './compat.ts'
import { NO_ISSUES, type Stage } from './stage.ts'

/** An event and where its frame stood; `sequence` uses the position and lets go of it. */
export interface Positioned {
  readonly event: AgentEvent
  readonly position?: Position
}

const shapes = new Map<string, Shape>(
  Object.entries(catalog).map(([type, spec]) => [type, object(spec.fields)]),
)

const EXCERPT = 80

/**
 * Frame to event, or an issue: what is no event fails the stream (P-3), an unknown type is dropped (P-7),
 * unknown fields are stripped, a bad value in a described field fails the stream (P-11).
 */
export function createDecode(tolerant: boolean): Stage<CompatState, Frame, Positioned> {
  return {
    initial: initialCompat,
    step: (state, frames) => {
      const out: Positioned[] = []
      let issues: Issue[] | undefined
      let compat = state
      const note = (issue: Issue): void => {
        issues ??= []
        issues.push(issue)
      }
      for (const frame of frames) {
        if (frame.issue?.severity === 'fatal')
          return { state: compat, out, issues: issues ?? NO_ISSUES, fatal: frame.issue }
        if (frame.issue !== undefined) {
          note(frame.issue)
          continue
        }
        if (tolerant && frame.data.trim() === '[DONE]') {
          note(warning('frame-not-json', 'The "[DONE]" of another protocol is no event and is left out.'))
          continue
        }
        const parsed = parse(frame.data)
        if ('code' in parsed) return { state: compat, out, issues: issues ?? NO_ISSUES, fatal: parsed }
        const { value } = parsed
        compat = translate(compat, value, note)
        const verdict = enforce(value, tolerant, note)
        if (verdict === 'dropped') continue
        if (verdict !== 'event') return { state: compat, out, issues: issues ?? NO_ISSUES, fatal: verdict }
        const event = value as unknown as AgentEvent
        out.push(frame.position === undefined ? { event } : { event, position: frame.position })
      }
      return { state: compat, out, issues: issues ?? NO_ISSUES }
    },
  }
}

function parse(data: string): { readonly value: Record<string, unknown> } | Issue {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    return fatal(
      'frame-not-json',
      `A frame is no JSON: it begins with ${JSON.stringify(data.slice(0, EXCERPT))}. The agent, or something between, sent text that is no event.`,
    )
  }
  if (isObject(value) && typeof value.type === 'string' && value.type !== '') return { value }
  return fatal(
    'frame-not-event',
    'A frame is no JSON object with a "type". The agent, or something between, sent data that is no event.',
  )
}

function enforce(
  event: Record<string, unknown>,
  tolerant: boolean,
  note: (issue: Issue) => void,
): 'event' | 'dropped' | Issue {
  const type = event.type as EventType
  const shape = shapes.get(type)
  if (shape === undefined) {
    note(
      warning('event-unknown', `"${type.slice(0, EXCERPT)}" is no event of AG-UI 1.0 and is left out.`, {
        eventType: type,
      }),
    )
    return 'dropped'
  }
  const context: ShapeContext = {
    tolerant,
    path: [],
    note: (code, path, message) => note(warning(code, `${type}: ${message}`, { eventType: type, path })),
  }
  const fault = shape(event, context)
  if (fault === undefined) return 'event'
  if (fault.kind === 'unknown-member') {
    note(
      warning(
        'member-unknown',
        `${type}: "${fault.path}" is none of ${fault.expected}; the event is left out.`,
        { eventType: type, path: fault.path ?? '' },
      ),
    )
    return 'dropped'
  }
  return fatal('field-malformed', `${type}: "${fault.path}" should be ${fault.expected}.`, {
    eventType: type,
    path: fault.path ?? '',
  })
}

function fatal(code: IssueCode, message: string, facts: { eventType?: string; path?: string } = {}): Issue {
  return withSeverity(warning(code, message, facts), 'fatal')
}
