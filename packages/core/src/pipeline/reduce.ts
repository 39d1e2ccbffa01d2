import { catalog } from '../events/catalog.ts'
import { checkPhase } from '../events/run.ts'
import type { Violation, WholeSpec } from '../events/spec.ts'
import { type Issue, withSeverity } from '../issue.ts'
import type { WholeEvent } from '../protocol/event.ts'
import { type Draft, report, setField } from '../thread/draft.ts'

/** Events after which a run that had ended is under way again, when a producer ends it once a loop. */
const REOPENING: ReadonlySet<string> = new Set([
  'TEXT_MESSAGE_START',
  'TOOL_CALL_START',
  'REASONING_START',
  'REASONING_MESSAGE_START',
  'STEP_STARTED',
])

/** Checks each event against the draft, then applies it. Gives back what makes going on impossible. */
export function reduce(draft: Draft, events: readonly WholeEvent[], strict: boolean): Issue | undefined {
  for (const event of events) {
    const spec = catalog[event.type] as unknown as WholeSpec<WholeEvent>
    const violation = phaseViolation(draft, event) ?? spec.check?.(draft, event)
    if (violation !== undefined) {
      if (strict || violation.reading === 'none') return withSeverity(violation.issue, 'fatal')
      report(draft, violation.issue)
      if (violation.reading === 'skip') continue
      reopen(draft, event, violation)
    }
    spec.reduce(draft, event)
  }
  return undefined
}

function phaseViolation(draft: Draft, event: WholeEvent): Violation | undefined {
  const { type } = event
  return type === 'RUN_STARTED' ||
    type === 'RUN_ERROR' ||
    (type === 'RUN_FINISHED' && draft.ledger.phase === 'failed')
    ? undefined
    : checkPhase(draft, event)
}

/**
 * Tolerant reading of events outside an active run: some producers end a run once a loop and go on, some
 * begin in the middle. What opens something new shows that the run is alive, so that a stream that breaks
 * off after it is truncated, not finished.
 */
function reopen(draft: Draft, event: WholeEvent, violation: Violation): void {
  const { code } = violation.issue
  const { ledger } = draft
  const { run } = draft.fields
  const begins = code === 'run-not-started'
  const goesOn = code === 'event-after-run-end' && ledger.phase === 'closed' && REOPENING.has(event.type)
  if (!begins && !goesOn) return
  ledger.phase = 'active'
  if (run.kind === 'starting' || run.kind === 'finished') {
    const startedAtMs = run.kind === 'starting' ? run.startedAtMs : draft.now()
    setField(draft, 'run', { kind: 'running', runId: run.runId, startedAtMs })
  }
}
