import { type Issue, warning } from '../issue.ts'
import type { Observation } from './session-types.ts'

/** Those who watch a session without taking part. */
export interface Watchers {
  readonly add: (observer: (observation: Observation) => void) => () => void
  readonly tell: (observation: Observation) => void
  readonly clear: () => void
}

/** An observer watches: what it does wrong is reported and must not change the run. */
export function createWatchers(report: (issue: Issue) => void): Watchers {
  const observers = new Set<(observation: Observation) => void>()
  return {
    add: (observer) => {
      observers.add(observer)
      return () => observers.delete(observer)
    },
    tell: (observation) => {
      for (const observer of observers) {
        try {
          observer(observation)
        } catch {
          report(warning('observer-threw', 'An observer of the session threw; it goes on being called.'))
        }
      }
    },
    clear: () => observers.clear(),
  }
}
