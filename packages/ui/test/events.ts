import type { Interrupt } from '@agui-kit/core'
import type { ScriptedRun, WireEvent } from './scripted-transport.ts'

export const REFUND_ARGS = { orderId: 'A1024', amount: 128, reason: 'Damaged on arrival' }

export const text = (messageId: string, ...deltas: readonly string[]): readonly WireEvent[] => [
  { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
  ...deltas.map((delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta })),
  { type: 'TEXT_MESSAGE_END', messageId },
]

export const call = (
  toolCallId: string,
  args: unknown = REFUND_ARGS,
  toolCallName = 'refund_order',
): readonly WireEvent[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName },
  {
    type: 'TOOL_CALL_ARGS',
    toolCallId,
    delta: typeof args === 'string' ? args : JSON.stringify(args),
  },
  { type: 'TOOL_CALL_END', toolCallId },
]

export const result = (toolCallId: string, content: unknown, metadata?: object): WireEvent => ({
  type: 'TOOL_CALL_RESULT',
  messageId: `result-${toolCallId}`,
  toolCallId,
  role: 'tool',
  content: typeof content === 'string' ? content : JSON.stringify(content),
  ...(metadata && { metadata: { 'agui-kit': metadata } }),
})

export const finished = (outcome: object = { type: 'success' }): WireEvent => ({
  type: 'RUN_FINISHED',
  outcome,
})

export const EDIT_SCHEMA = {
  type: 'object',
  properties: {
    approved: { type: 'boolean' },
    editedArgs: {
      type: 'object',
      properties: {
        orderId: { const: 'A1024', title: 'Order' },
        amount: { type: 'number', title: 'Amount', exclusiveMinimum: 0, maximum: 128 },
        reason: { type: 'string', title: 'Reason', maxLength: 40 },
      },
      required: ['orderId', 'amount', 'reason'],
      additionalProperties: false,
    },
  },
  required: ['approved'],
}

export const interrupt = (extra: Partial<Interrupt> = {}): Interrupt => ({
  id: 'i1',
  reason: 'tool_call',
  message: 'Refund ¥128.00 for order A1024?',
  toolCallId: 'c1',
  responseSchema: EDIT_SCHEMA,
  metadata: { 'agui-kit': { askedBy: 'Order assistant' } },
  ...extra,
})

/** A run that proposes a refund and waits for the person. */
export const asking = (...interrupts: readonly Interrupt[]): ScriptedRun => {
  const asked = interrupts.length === 0 ? [interrupt()] : interrupts
  const ids = [...new Set(asked.flatMap(({ toolCallId }) => toolCallId ?? []))]
  return {
    events: [
      ...ids.filter((id) => id.startsWith('c')).flatMap((id) => call(id)),
      finished({ type: 'interrupt', interrupts: asked }),
    ],
  }
}
