import type { Delivery, ToolCallStatus, TruncationCause } from '@agui-kit/core'
import type { FailureKind } from '../notices/failure-kind.ts'

/** A sentence with one action inside it. */
export interface SentenceWithAction {
  readonly before: string
  readonly action: string
  readonly after: string
}

/** What happened, what is safe, what to do. */
export interface FailureWords {
  readonly title: string
  readonly text: string
}

/** Facts of a failure that its words may use. */
export interface FailureFacts {
  readonly status?: number
  /** The wait the server asked for, in the reader's words. */
  readonly wait?: string
}

/** Every word the kit says. A catalogue that lacks one does not compile. */
export interface Messages {
  // tools
  readonly toolStatus: Readonly<Record<ToolCallStatus, string>>
  readonly toolArguments: string
  readonly toolNoArguments: string
  readonly toolResult: string
  readonly toolUnreadable: string
  readonly toolChange: (label: string) => string
  readonly showAsList: string
  readonly showAsText: string
  readonly showAll: string
  readonly showLess: string
  readonly loadingAll: string
  readonly loadFailed: string
  readonly cutShort: (total: string) => string
  readonly cutShortUnknown: string
  readonly elsewhere: string
  readonly copy: string
  readonly copied: string
  readonly copyCode: (code: string) => string
  readonly yes: string
  readonly no: string
  readonly none: string
  readonly emptyValue: string
  readonly items: (count: number) => string
  readonly tryAgain: string
  // time
  readonly seconds: (seconds: string) => string
  readonly minutes: (minutes: string, seconds: string) => string
  readonly hours: (hours: string, minutes: string) => string
  readonly days: (count: number) => string
  // approvals
  readonly needsYourApproval: string
  readonly needsYourAnswer: string
  readonly runTool: (title: string) => string
  readonly answerNeeded: string
  readonly approve: string
  readonly approveEdited: string
  readonly deny: string
  readonly edit: string
  readonly cancelEdit: string
  readonly restore: string
  readonly restoreField: (label: string) => string
  readonly edited: string
  readonly was: string
  readonly becomes: string
  readonly locked: string
  readonly highRisk: string
  /** Follows the name of who asks. */
  readonly asks: (text: string) => string
  readonly asksBefore: (tool: string) => string
  readonly agent: string
  readonly timeLeft: string
  readonly timeLeftAfter: string
  readonly typeToConfirm: (word: string) => string
  readonly confirmLabel: string
  readonly answered: (count: number, total: number) => string
  readonly submitAnswer: string
  readonly dontAnswer: string
  readonly cancelAndGoOn: string
  /** The same for all that are open, in place of a composer. */
  readonly cancelAllAndGoOn: (count: number) => string
  readonly decideThis: string
  readonly yourAnswer: string
  readonly chooseOne: string
  readonly jsonField: string
  readonly invalidCount: (count: number) => string
  readonly answerRefused: string
  readonly closeDialog: string
  // decisions
  readonly delivery: Readonly<Record<Delivery, string>>
  readonly approvedBy: (time: string) => string
  readonly deniedBy: (time: string) => string
  readonly answeredBy: (time: string) => string
  readonly cancelledBy: (time: string) => string
  /** Ends a statement when another sentence follows. */
  readonly fullStop: string
  readonly waitsForOthers: string
  readonly notConfirmed: string
  readonly notSent: string
  readonly notAccepted: string
  readonly undo: string
  readonly change: string
  readonly sendAgain: string
  readonly retrySending: string
  readonly expiredAt: (time: string) => string
  readonly expired: string
  // forms
  readonly required: string
  readonly notNumber: string
  readonly notInteger: string
  readonly atLeast: (limit: string) => string
  readonly atMost: (limit: string) => string
  readonly moreThan: (limit: string) => string
  readonly lessThan: (limit: string) => string
  readonly multipleOf: (step: string) => string
  readonly tooLong: (length: number, limit: number) => string
  readonly tooShort: (limit: number) => string
  readonly wrongPattern: string
  readonly notJson: string
  readonly notObject: string
  readonly optional: string
  // thread
  readonly threadLabel: string
  readonly you: string
  readonly agentSaid: string
  readonly jumpToEnd: string
  readonly reasoning: string
  readonly reasoningLive: string
  readonly steps: string
  readonly stepCount: (done: number, total: number) => string
  readonly stepStatus: Readonly<Record<'done' | 'running' | 'pending' | 'failed', string>>
  readonly activity: string
  readonly attachment: (type: string) => string
  readonly working: string
  readonly endMark: Readonly<Record<TruncationCause, string>>
  readonly runCancelled: string
  /** Said to assistive technology where the mark stands. */
  readonly incomplete: string
  readonly emptyTitle: string
  readonly emptyHint: string
  readonly suggestions: string
  readonly loadingThread: string
  // composer
  readonly messageLabel: string
  readonly messagePlaceholder: string
  readonly send: string
  readonly stop: string
  readonly blockedRun: string
  readonly blockedLoading: string
  readonly openApprovals: (count: number) => SentenceWithAction
  readonly openQuestions: (count: number) => SentenceWithAction
  readonly expiredApprovals: SentenceWithAction
  readonly undelivered: string
  readonly sendRefused: string
  // connection
  readonly offline: string
  readonly offlineWithDecisions: (count: number) => string
  /** The run was lost sight of and is being found again; attempts count from 1. */
  readonly reconnecting: (attempt: number) => string
  /** The thread could not be saved: storage is full, forbidden or broken. */
  readonly unsaved: string
  readonly slow: string
  readonly cut: string
  readonly failure: Readonly<Record<FailureKind, (facts: FailureFacts) => FailureWords>>
  readonly agentSays: string
  readonly technicalDetail: string
}
