import type { Issue } from '../issue.ts'

/** What a stage made of one batch. A stage that changes nothing gives its input array back. */
export interface Step<S, Out> {
  readonly state: S
  readonly out: readonly Out[]
  /** Legal or mended; already told. */
  readonly issues: readonly Issue[]
  /** The stream cannot go on after `out`. */
  readonly fatal?: Issue
}

/** A pure machine over one batch (the frames of one network read): same state and inputs, same step. */
export interface Stage<S, In, Out> {
  readonly initial: S
  readonly step: (state: S, inputs: readonly In[]) => Step<S, Out>
}

/** The `issues` of a step in which nothing was wrong; one array for all of them. */
export const NO_ISSUES: readonly Issue[] = []
