import { useToolCall } from '@agui-kit/react'
import type { ReactNode } from 'react'
import { ApprovalCard } from '../approval/ApprovalCard.tsx'
import { ToolCard } from '../tool-card/ToolCard.tsx'

/** A tool call at its place, and under it the approval that concerns it. */
export function ToolItem({ toolCallId }: { readonly toolCallId: string }): ReactNode {
  const call = useToolCall(toolCallId)
  const interruptId = call?.interrupt?.interrupt.id ?? call?.decision?.interruptId
  return (
    <>
      <div className="agui-item" data-kind="machinery">
        <ToolCard toolCallId={toolCallId} />
      </div>
      {interruptId !== undefined && (
        <div className="agui-item" data-kind="machinery">
          <ApprovalCard interruptId={interruptId} />
        </div>
      )}
    </>
  )
}
