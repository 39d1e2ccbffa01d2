import { useInterrupts } from '@agui-kit/react'
import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef, useState } from 'react'
import { Icon } from '../icons/Icon.tsx'
import { useUi } from '../provider/useUi.ts'
import { ApprovalCard } from './ApprovalCard.tsx'
import { isUndecided } from './useCancelOpen.ts'

export interface ApprovalDialogProps {
  /** Where the dialog is put. Default: the body. */
  readonly container?: HTMLElement | null
}

/**
 * The next open question as a modal dialog, for applications that want one. Leaving it decides nothing: it
 * stays away for that question, which stays open in the thread.
 */
export function ApprovalDialog({ container }: ApprovalDialogProps): ReactNode {
  const { messages } = useUi()
  const next = useInterrupts().find(isUndecided)?.interrupt.id
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const popup = useRef<HTMLDivElement>(null)
  const isOpen = next !== undefined && !left.has(next)
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={(open) => {
        if (!open && next !== undefined) setLeft(new Set([...left, next]))
      }}
    >
      <AlertDialog.Portal {...(container !== undefined && { container })}>
        <AlertDialog.Backdrop className="agui-backdrop" />
        <AlertDialog.Popup
          ref={popup}
          // Never the button that approves.
          initialFocus={popup}
          className="agui-dialog"
        >
          <AlertDialog.Title className="agui-sr">{messages.needsYourApproval}</AlertDialog.Title>
          {next !== undefined && <ApprovalCard key={next} interruptId={next} />}
          <AlertDialog.Close className="agui-icon-button agui-dialog-close" aria-label={messages.closeDialog}>
            <Icon name="close" />
          </AlertDialog.Close>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
