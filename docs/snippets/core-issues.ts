import { createSession, type Issue, type Session, type Transport } from '@agui-kit/core'

export const createObservedSession = (transport: Transport, log: (issue: Issue) => void): Session =>
  createSession({
    transport,
    // In development be as strict as the protocol; in production read broken rules in their one plain sense.
    strictness: 'tolerant',
    onIssue: (issue) => {
      if (issue.severity !== 'info') log(issue)
    },
  })
