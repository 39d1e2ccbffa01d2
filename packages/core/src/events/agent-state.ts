import { fault } from '../issue.ts'
import { applyJsonPatch } from '../json-patch.ts'
import type { EventOf } from '../protocol/event.ts'
import { report, setField } from '../thread/draft.ts'
import { anyJson, required } from './shape.ts'
import { jsonPatch, taggedFields } from './shapes.ts'
import type { WholeSpec } from './spec.ts'

// P-57: a tag on a state event is provenance; the state is the run's.
export const stateSnapshot: WholeSpec<EventOf<'STATE_SNAPSHOT'>> = {
  kind: 'whole',
  fields: { ...taggedFields, snapshot: required(anyJson) },
  lane: 'closes-own',
  // P-85: any JSON, null and 0 too; its presence is the signal.
  reduce: (draft, event) => {
    setField(draft, 'state', event.snapshot)
    draft.fields.stateDiverged = false
  },
}

export const stateDelta: WholeSpec<EventOf<'STATE_DELTA'>> = {
  kind: 'whole',
  fields: { ...taggedFields, delta: required(jsonPatch) },
  lane: 'closes-own',
  reduce: (draft, event) => {
    // P-89
    if (event.delta.length === 0) return
    // P-86: the state is the one the run was asked with, and what its events made of it.
    const result = applyJsonPatch(draft.fields.state, event.delta, draft.owned)
    if (result.ok) {
      setField(draft, 'state', result.value)
      return
    }
    // P-87: the prior value stands, marked, until the next snapshot.
    draft.fields.stateDiverged = true
    draft.changed.add('state')
    report(
      draft,
      fault(
        'state-patch-failed',
        `Operation ${result.failedIndex} of a state patch did not apply (${result.reason}); the state stays as it was until the next snapshot.`,
        { eventType: event.type, path: `delta[${result.failedIndex}]` },
      ),
    )
  },
}
