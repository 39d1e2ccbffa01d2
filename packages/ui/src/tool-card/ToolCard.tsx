import type { ToolCallView } from '@agui-kit/core'
import { useExpiry, useToolCall, useToolInput } from '@agui-kit/react'
import { type ReactNode, useMemo } from 'react'
import { useAnnouncement } from '../parts/Announcer.tsx'
import { Disclosure } from '../parts/Disclosure.tsx'
import { presentationOf, toolTitle } from '../presentation/tool-words.ts'
import { useUi } from '../provider/useUi.ts'
import { STATUS_ICONS } from './status.ts'
import { ToolArguments } from './ToolArguments.tsx'
import { ToolFailure } from './ToolFailure.tsx'
import { ToolHead } from './ToolHead.tsx'
import { ToolResult } from './ToolResult.tsx'
import { toToolResult } from './tool-result.ts'

export interface ToolCardProps {
  readonly toolCallId: string
  readonly defaultOpen?: boolean
  /** Offered as "Try again" on a failed call. */
  readonly onRetry?: (toolCallId: string) => void
}

/** A tool call in one line that unfolds: what was asked, how it stands, what came of it. */
export function ToolCard({ toolCallId, ...rest }: ToolCardProps): ReactNode {
  const known = useToolCall(toolCallId)
  // The thread learns of a deadline from the agent; the reader's clock knows it first.
  const { expired } = useExpiry(known?.status === 'approval' ? known.interrupt : undefined)
  if (known === undefined) return null
  const call: ToolCallView = expired ? { ...known, status: 'expired' } : known
  return <ToolCallCard call={call} {...rest} />
}

function ToolCallCard({
  call,
  defaultOpen = false,
  onRetry,
}: Omit<ToolCardProps, 'toolCallId'> & { readonly call: ToolCallView }): ReactNode {
  const { locale, messages, presentation } = useUi()
  const input = useToolInput(call.id)
  const tool = presentationOf(presentation, call.name)
  const title = toolTitle(tool, call.name, locale)
  const isFailed = call.status === 'failed'
  const result = useMemo(
    () => (call.result === undefined ? undefined : toToolResult(call.result, isFailed)),
    [call.result, isFailed],
  )
  useAnnouncement(`${title}: ${messages.toolStatus[call.status]}`)
  return (
    <Disclosure
      icon={STATUS_ICONS[call.status]}
      state={call.status}
      label={title}
      defaultOpen={defaultOpen}
      head={<ToolHead call={call} input={call.editedArgs ?? input} />}
      below={
        result?.failure !== undefined && (
          <ToolFailure
            {...result.failure}
            {...(onRetry !== undefined && { onRetry: () => onRetry(call.id) })}
          />
        )
      }
    >
      {() => (
        <>
          <ToolArguments call={call} input={input} />
          {result !== undefined && <ToolResult result={result} fields={tool.resultFields} />}
        </>
      )}
    </Disclosure>
  )
}
