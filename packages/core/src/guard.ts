import { type Issue, warning } from './issue.ts'

/** Calls something the application gave to be called. */
export type Guard = (listener: () => void, identity?: object) => void

/**
 * What a listener does wrong must not change the run: an exception from one would leave a run that never ends.
 * It is reported the first time; a report wakes listeners, so that one a call would have no end.
 */
export function createGuard(report: (issue: Issue) => void): Guard {
  const reported = new WeakSet()
  return (listener, identity = listener) => {
    try {
      listener()
    } catch {
      if (reported.has(identity)) return
      reported.add(identity)
      report(warning('observer-threw', 'A listener of the session threw; it goes on being called.'))
    }
  }
}
