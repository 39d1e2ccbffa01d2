import { createGuard } from '../guard.ts'
import type { Issue } from '../issue.ts'
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
  const guard = createGuard(report)
  return {
    add: (observer) => {
      observers.add(observer)
      return () => observers.delete(observer)
    },
    tell: (observation) => {
      for (const observer of observers) guard(() => observer(observation), observer)
    },
    clear: () => observers.clear(),
  }
}
