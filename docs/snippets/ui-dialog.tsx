import { ApprovalDialog, Chat } from '@agui-kit/ui'

export function ModalApprovals() {
  return (
    <>
      <Chat />
      <ApprovalDialog />
    </>
  )
}
