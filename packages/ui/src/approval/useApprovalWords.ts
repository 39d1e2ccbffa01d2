import type { Interrupt, Thread, ToolCallView } from '@agui-kit/core'
import { useThread, useToolCall, useToolInput } from '@agui-kit/react'
import { useCallback } from 'react'
import { localize, type ToolPresentation } from '../presentation/presentation.ts'
import {
  presentationOf,
  type ToldPart,
  tellChange,
  toolAct,
  toolDeclined,
  toolSentence,
  toolTitle,
} from '../presentation/tool-words.ts'
import { useUi } from '../provider/useUi.ts'
import { kitFacts } from './question.ts'

/** What an approval says, before any edit. */
export interface ApprovalWords {
  readonly call: ToolCallView | undefined
  readonly tool: ToolPresentation
  /** The proposed arguments; `undefined` where there are none or they are unreadable. */
  readonly input: unknown
  readonly askedBy: string
  /** What the asking party says of itself, after its name. */
  readonly why: string | undefined
  readonly isHighRisk: boolean
  /** The sentence for these arguments, with the change told in place. */
  readonly sentence: (now?: unknown) => readonly ToldPart[]
  /** What a denial decided. */
  readonly declined: () => readonly ToldPart[]
  readonly act: (now: unknown, isEdited: boolean) => string
  readonly decline: string
}

/** The words for an interrupt: the application's where it has some, the agent's else, attributed. */
export function useApprovalWords(interrupt: Interrupt): ApprovalWords {
  const { locale, messages, presentation } = useUi()
  const call = useToolCall(interrupt.toolCallId ?? '')
  const input = useToolInput(interrupt.toolCallId ?? '')
  const { subagentRunId, message } = interrupt
  const subagent = useThread(
    useCallback(
      (thread: Thread) => thread.subagents.find(({ id }) => id === subagentRunId)?.name,
      [subagentRunId],
    ),
    'subagents',
  )
  const tool = call === undefined ? {} : presentationOf(presentation, call.name)
  const title = call === undefined ? undefined : toolTitle(tool, call.name, locale)
  const { askedBy, isHighRisk } = kitFacts(interrupt)
  const proposed = toolSentence(tool, input, locale)
  const plain = message ?? (title === undefined ? messages.answerNeeded : messages.runTool(title))
  return {
    call,
    tool,
    input,
    isHighRisk,
    askedBy: askedBy ?? subagent ?? messages.agent,
    why: whyAsked({ hasSentence: proposed !== undefined, message, title }, messages),
    sentence: (now = input) => {
      const parts = toolSentence(tool, now, locale)
      return parts === undefined ? [{ text: plain, isStrong: false }] : tellChange(proposed, parts)
    },
    declined: () => toolDeclined(tool, input, locale) ?? [{ text: plain, isStrong: false }],
    act: (now, isEdited) =>
      toolAct(tool, now, locale) ?? (isEdited ? messages.approveEdited : messages.approve),
    decline: tool.decline === undefined ? messages.deny : localize(tool.decline, locale),
  }
}

function whyAsked(
  facts: {
    readonly hasSentence: boolean
    readonly message: string | undefined
    readonly title: string | undefined
  },
  messages: ReturnType<typeof useUi>['messages'],
): string | undefined {
  // The agent's own words never stand where the application's sentence stands, but they are told.
  if (facts.hasSentence && facts.message !== undefined) return messages.asks(facts.message)
  return facts.title === undefined ? undefined : messages.asksBefore(facts.title)
}
