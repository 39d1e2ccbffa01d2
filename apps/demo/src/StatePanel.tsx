import type { Thread } from '@agui-kit/core'
import { useAgentState, useThread } from '@agui-kit/react'
import { ValueView } from '@agui-kit/ui'
import type { ReactNode } from 'react'
import { STATE_FIELDS } from './presentation.ts'
import type { Words } from './words.ts'

const whole = (state: unknown): unknown => state
const selectDiverged = (thread: Thread): boolean => thread.stateDiverged

/** The state the agent shares with the page, as it stands. */
export function StatePanel({ words }: { readonly words: Words }): ReactNode {
  const state = useAgentState(whole)
  const isDiverged = useThread(selectDiverged, 'state')
  const isEmpty =
    state === null || state === undefined || (typeof state === 'object' && Object.keys(state).length === 0)
  return (
    <>
      <h2 className="desk-panel-title">{words.sharedState}</h2>
      {isDiverged && <p className="desk-hint">{words.stateDiverged}</p>}
      {isEmpty ? (
        <p className="desk-hint">{words.stateEmpty}</p>
      ) : (
        <div className="desk-state agui-card">
          <ValueView value={state} fields={STATE_FIELDS} />
        </div>
      )}
    </>
  )
}
