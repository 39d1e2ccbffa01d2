'use client'

export { ApprovalCard, type ApprovalCardProps } from './approval/ApprovalCard.tsx'
export { ApprovalDialog, type ApprovalDialogProps } from './approval/ApprovalDialog.tsx'
export { Chat, type ChatProps } from './chat/Chat.tsx'
export { EmptyThread, type EmptyThreadProps } from './chat/EmptyThread.tsx'
export { Composer, type ComposerProps } from './composer/Composer.tsx'
export { formatMoney } from './format/formats.ts'
export { Icon, type IconProps } from './icons/Icon.tsx'
export type { IconName } from './icons/paths.ts'
export { LOCALES, type Locale, toLocale } from './messages/locale.ts'
export type { FailureFacts, FailureWords, Messages, SentenceWithAction } from './messages/messages.ts'
export { ConnectionBanner, type ConnectionBannerProps } from './notices/ConnectionBanner.tsx'
export { ErrorNotice } from './notices/ErrorNotice.tsx'
export type { FailureKind } from './notices/failure-kind.ts'
export { ValueList, ValueView } from './parts/ValueView.tsx'
export {
  definePresentation,
  type FieldPresentation,
  type FieldPresentations,
  type Localized,
  type Presentation,
  type RichPart,
  type SummaryPart,
  type ToolPresentation,
} from './presentation/presentation.ts'
export { UiProvider, type UiProviderProps } from './provider/UiProvider.tsx'
export type { Ui } from './provider/ui-context.ts'
export { usePageLocale } from './provider/usePageLocale.ts'
export { useUi } from './provider/useUi.ts'
export { MessageList, type MessageListProps } from './thread/MessageList.tsx'
export { PlanRow, type PlanStatus, type PlanStep } from './thread/PlanRow.tsx'
export { ReasoningPanel } from './thread/ReasoningPanel.tsx'
export { ToolCard, type ToolCardProps } from './tool-card/ToolCard.tsx'
