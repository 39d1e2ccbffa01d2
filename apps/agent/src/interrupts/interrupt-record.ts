import type { Lang } from '../planner/lang.ts'
import type { Interrupt, RunOutcome } from '../protocol/event.ts'
import type { Json, JsonObject } from '../protocol/json.ts'

export interface CallPurpose {
  readonly kind: 'approve-call'
  readonly toolCallId: string
  readonly toolName: string
  readonly args: JsonObject
  /** The tool takes an `idempotencyKey`, which is ours to give and never part of what a person is shown. */
  readonly takesKey: boolean
}

/** What the run was about to do when it stopped to ask. */
export type InterruptPurpose = CallPurpose | { readonly kind: 'ask-order' }

/** A decision as it was first taken; later ones are compared with it. */
export interface Answer {
  readonly status: 'resolved' | 'cancelled'
  readonly payload?: Json | undefined
  readonly runId: string
}

/** A raised interrupt, from question to carried-out decision. */
export interface InterruptRecord {
  readonly interrupt: Interrupt
  readonly runId: string
  readonly lang: Lang
  readonly purpose: InterruptPurpose
  /** Stored before anything is executed: a crash in between cannot let another decision through. */
  readonly answer?: Answer | undefined
  /** The decision has been carried out; for a call, its result is in the thread. */
  readonly settled?: Settlement | undefined
}

export type Settlement =
  | {
      readonly kind: 'executed'
      readonly messageId: string
      readonly failed: boolean
      readonly args: JsonObject
    }
  | { readonly kind: 'denied'; readonly messageId: string; readonly why: string }
  | { readonly kind: 'cancelled'; readonly messageId?: string | undefined }
  | { readonly kind: 'given'; readonly value: Json }

export const isOpen = (record: InterruptRecord): boolean => record.settled === undefined

/** What followed the decisions of one resume, so that the same resume can be answered again. */
export interface Resumption {
  readonly interruptIds: readonly string[]
  readonly messageIds: readonly string[]
  /** Absent while the run that followed is not over, or was cut. */
  readonly outcome?: RunOutcome | undefined
}
