import type { Issue, Thread } from '@agui-kit/core'
import { useThread } from './useThread.ts'

const selectIssues = (thread: Thread): readonly Issue[] => thread.issues

/** What was wrong with the stream or with what was saved: the latest issues, oldest first. */
export function useIssues(): readonly Issue[] {
  return useThread(selectIssues, 'issues')
}
