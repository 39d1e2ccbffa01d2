import { useIssues, useRun, useThread } from '@agui-kit/react'

export function StatusLine() {
  const count = useThread((thread) => thread.messages.size, 'messages')
  const run = useRun()
  const issues = useIssues()
  return (
    <output>
      {count} messages, {run.kind}
      {run.kind === 'failed' && `: ${run.failure.message}`}
      {issues.length > 0 && `, ${issues.length} issues`}
    </output>
  )
}
