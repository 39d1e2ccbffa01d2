import { toGivenOrderId } from '../interrupts/order-question.ts'
import { callsOf, isActivity, isServerCall, type Message, type ToolMessage } from '../protocol/message.ts'
import { afterDecisionFlow } from './flows/after-decision.ts'
import { exportFlow, listFlow } from './flows/list.ts'
import { afterClientToolFlow, askTimeFlow } from './flows/local-time.ts'
import { lookUpFlow } from './flows/look-up.ts'
import { progressFlow } from './flows/progress.ts'
import { askOrderFlow, refundFlow } from './flows/refund.ts'
import { crashFlow, failFlow, helpFlow, longAnswerFlow, thinkFlow, timeoutFlow } from './flows/showcase.ts'
import { type Intent, toIntent } from './intent.ts'
import { lastUserText } from './lang.ts'
import type { PlanEnd, Planner, RunScope } from './planner.ts'

/** Understands a fixed set of sentences, in Chinese and English, and always does the same for each. */
export function createScriptedPlanner(): Planner {
  return {
    start: (scope) => {
      const { messages } = scope.thread.current()
      const results = trailingResults(messages)
      return results.length > 0
        ? afterClientToolFlow(scope, results)
        : follow(scope, toIntent(lastUserText(messages)))
    },
    resume: (scope, settled) => {
      const given = settled.flatMap((record) =>
        record.settled?.kind === 'given' ? [record.settled.value] : [],
      )
      return given.length > 0
        ? refundFlow(scope, given.map(toGivenOrderId))
        : afterDecisionFlow(scope, settled)
    },
  }
}

function follow(scope: RunScope, intent: Intent): Promise<PlanEnd> {
  switch (intent.kind) {
    case 'refund':
      return intent.orderIds.length > 0 ? refundFlow(scope, intent.orderIds) : askOrderFlow(scope)
    case 'look-up':
      return lookUpFlow(scope, intent.orderIds)
    case 'list':
      return listFlow(scope)
    case 'export':
      return exportFlow(scope)
    case 'fail':
      return failFlow(scope)
    case 'timeout':
      return timeoutFlow(scope)
    case 'crash':
      return crashFlow(scope)
    case 'think':
      return thinkFlow(scope)
    case 'progress':
      return progressFlow(scope)
    case 'long-answer':
      return longAnswerFlow(scope)
    case 'time':
      return askTimeFlow(scope)
    case 'help':
      return helpFlow(scope)
    default:
      return intent satisfies never
  }
}

/** Results of client tools that end the thread: the application answering, with nothing new said. */
function trailingResults(messages: readonly Message[]): readonly ToolMessage[] {
  const spoken = messages.filter((message) => !isActivity(message))
  const lastOther = spoken.findLastIndex((message) => message.role !== 'tool')
  const serverCalls = new Set(callsOf(spoken).flatMap((call) => (isServerCall(call) ? [call.id] : [])))
  return spoken
    .slice(lastOther + 1)
    .flatMap((message) => (message.role === 'tool' && !serverCalls.has(message.toolCallId) ? [message] : []))
}
