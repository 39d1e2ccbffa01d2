import { type Lang, say } from '../planner/lang.ts'
import type { RunScope } from '../planner/planner.ts'
import type { Json } from '../protocol/json.ts'
import { isSameJson, textMember, toMembers } from '../protocol/json.ts'
import type { ResumeEntry } from '../protocol/run-input.ts'
import { toIdempotencyKey } from './args-hash.ts'
import type { Decision } from './check-resume.ts'
import type { CallPurpose, InterruptRecord, Settlement } from './interrupt-record.ts'

/**
 * Carries out decisions, each at most once. All of them are stored before the first one runs, and each
 * result is stored before the next begins, so whatever cuts this short, the same resume goes on from there.
 * Returns the records as they stand afterwards, in the order of the entries.
 */
export async function settleDecisions(
  scope: RunScope,
  decisions: readonly Decision[],
): Promise<readonly InterruptRecord[]> {
  for (const { record, entry } of decisions) {
    if (record.answer === undefined)
      update(scope, record.interrupt.id, { answer: toAnswer(entry, scope.input.runId) })
  }
  await scope.thread.save()
  for (const { record, entry } of decisions) {
    if (record.settled !== undefined) continue
    const settled = await settle(scope, record, entry)
    update(scope, record.interrupt.id, { settled })
    await scope.thread.save()
  }
  const after = new Map(scope.thread.current().interrupts.map((record) => [record.interrupt.id, record]))
  return decisions.map(({ record }) => after.get(record.interrupt.id) ?? record)
}

const toAnswer = ({ status, payload }: ResumeEntry, runId: string) => ({
  status,
  runId,
  ...(payload === undefined ? {} : { payload }),
})

const update = (scope: RunScope, interruptId: string, fields: Partial<InterruptRecord>): void =>
  scope.thread.change(({ interrupts }) => ({
    interrupts: interrupts.map((other) =>
      other.interrupt.id === interruptId ? { ...other, ...fields } : other,
    ),
  }))

/**
 * The run was cancelled between two decisions. Those it had not come to yet were sent nowhere, so they can be
 * cancelled truthfully. One stored by an earlier run that broke off may have been executed: it stays open.
 */
export function cancelUnsettled(scope: RunScope): void {
  for (const { interrupt, purpose, answer, settled, lang } of scope.thread.current().interrupts) {
    if (settled !== undefined || answer?.runId !== scope.input.runId) continue
    const cancelled: Settlement =
      purpose.kind === 'ask-order'
        ? { kind: 'cancelled' }
        : { kind: 'cancelled', messageId: answerCancelled(scope, purpose, lang) }
    update(scope, interrupt.id, { settled: cancelled })
  }
}

function answerCancelled(scope: RunScope, { toolCallId }: CallPurpose, lang: Lang): string {
  const message = say(lang, '已取消，没有执行。', 'Cancelled; it was not executed.')
  return scope.runner.answer(toolCallId, { status: 'cancelled', message }, { cancelled: true })
}

async function settle(scope: RunScope, record: InterruptRecord, entry: ResumeEntry): Promise<Settlement> {
  const { purpose, lang } = record
  if (purpose.kind === 'ask-order') {
    return entry.status === 'cancelled'
      ? { kind: 'cancelled' }
      : { kind: 'given', value: entry.payload ?? null }
  }
  if (entry.status === 'cancelled') {
    return { kind: 'cancelled', messageId: answerCancelled(scope, purpose, lang) }
  }
  const payload = toMembers(entry.payload)
  if (payload['approved'] !== true) {
    const why = textMember(payload, 'reason')
    const message = say(
      lang,
      '审批人拒绝了这次操作，没有执行。',
      'The person denied this; it was not executed.',
    )
    const content = { status: 'denied', message, ...(why === '' ? {} : { reason: why }) }
    return {
      kind: 'denied',
      why,
      messageId: scope.runner.answer(purpose.toolCallId, content, { denied: true }),
    }
  }
  return execute(scope, record.interrupt.id, purpose, payload['editedArgs'])
}

async function execute(
  scope: RunScope,
  interruptId: string,
  purpose: CallPurpose,
  editedArgs: Json | undefined,
): Promise<Settlement> {
  // Edited arguments replace the proposed ones wholly; nothing of the proposal is merged in.
  const args = editedArgs === undefined ? purpose.args : toMembers(editedArgs)
  const isEdited = !isSameJson(args, purpose.args)
  const idempotencyKey = toIdempotencyKey(scope.thread.current().threadId, interruptId)
  const { outcome, messageId } = await scope.runner.run({
    toolCallId: purpose.toolCallId,
    name: purpose.toolName,
    args: purpose.takesKey ? { ...args, idempotencyKey } : args,
    isWrite: true,
    ...(isEdited ? { note: { editedArgs: args } } : {}),
  })
  return { kind: 'executed', messageId, failed: outcome.kind === 'failed', args }
}
