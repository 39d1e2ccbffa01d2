import { type Schema, Validator } from '@cfworker/json-schema'
import { type Lang, say } from '../planner/lang.ts'
import { isSameJson, type JsonObject, toMembers } from '../protocol/json.ts'
import type { ResumeEntry } from '../protocol/run-input.ts'
import { RunFailure } from '../runs/run-failure.ts'
import { toArgsSha256 } from './args-hash.ts'
import { type Answer, type InterruptRecord, isOpen } from './interrupt-record.ts'

export interface Decision {
  readonly record: InterruptRecord
  readonly entry: ResumeEntry
}

/**
 * Judges the resume entries of an input against the interrupts of its thread, in the order a person would
 * want to hear about problems. Returns the decisions, answered ones that were repeated among them; throws
 * the `RunFailure` of the first breach.
 */
export function checkResume(
  records: readonly InterruptRecord[],
  entries: readonly ResumeEntry[],
  lang: Lang,
  nowMs: number,
): readonly Decision[] {
  const open = records.filter(isOpen)
  if (entries.length === 0) {
    if (open.length > 0) throw interruptsOpen(open, lang)
    return []
  }
  const decisions = entries.map((entry) => toDecision(records, entry, lang))
  const ids = entries.map((entry) => entry.interruptId)
  const missing = open.filter((record) => !ids.includes(record.interrupt.id))
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  // A lost answer is asked for again under the same decisions, also when what followed them asked anew.
  const isRepeat = decisions.every(isRepeated)
  if ((missing.length > 0 && !isRepeat) || twice.length > 0) throw incomplete(missing, twice, lang)
  for (const decision of decisions) {
    checkAnswer(decision, lang, nowMs)
    checkShown(decision, lang)
  }
  return decisions
}

/** The decision was taken and carried out before, and this is the same one. */
export const isRepeated = ({ record, entry }: Decision): boolean =>
  record.settled !== undefined && record.answer !== undefined && isSameAnswer(record.answer, entry)

const isSameAnswer = (answer: Answer, entry: ResumeEntry): boolean =>
  answer.status === entry.status && isSameJson(answer.payload, entry.payload)

function toDecision(records: readonly InterruptRecord[], entry: ResumeEntry, lang: Lang): Decision {
  const record = records.find((candidate) => candidate.interrupt.id === entry.interruptId)
  if (record === undefined) {
    const message = say(
      lang,
      '这个审批不属于当前会话，或已经不存在。没有执行任何操作，请刷新后再试。',
      'This approval does not belong to this conversation. Nothing was done; reload and try again.',
    )
    throw new RunFailure('interrupt-unknown', message, { interruptIds: [entry.interruptId] })
  }
  return { record, entry }
}

function checkAnswer({ record, entry }: Decision, lang: Lang, nowMs: number): void {
  const interruptIds = [entry.interruptId]
  if (record.answer !== undefined) {
    if (isSameAnswer(record.answer, entry)) return
    const message = say(
      lang,
      '这个审批已经有过不同的答复，第一次的答复有效，这次没有执行任何操作。',
      'This was already answered differently. The first answer stands; nothing was done this time.',
    )
    throw new RunFailure('interrupt-already-answered', message, { interruptIds })
  }
  if (entry.status === 'cancelled') return
  const { expiresAt, responseSchema } = record.interrupt
  if (expiresAt !== undefined && Date.parse(expiresAt) <= nowMs) {
    const message = say(
      lang,
      '这个审批已过期，没有执行任何操作。请取消它，需要时重新发起。',
      'This approval has expired and nothing was done. Cancel it, and ask again if you still want it.',
    )
    throw new RunFailure('interrupt-expired', message, { interruptIds, expiresAt })
  }
  const paths = responseSchema === undefined ? [] : failingPaths(responseSchema, entry.payload)
  if (paths.length > 0) {
    const message = say(
      lang,
      `答复的内容不符合要求（${paths.join('、')}），没有执行任何操作。请改正后重试。`,
      `The answer does not fit what was asked (${paths.join(', ')}). Nothing was done; correct it and try again.`,
    )
    throw new RunFailure('payload-invalid', message, { interruptIds, paths })
  }
}

/** What was shown is what runs: a client that says what it showed is held to it before anything is executed. */
function checkShown({ record, entry }: Decision, lang: Lang): void {
  const { purpose, settled } = record
  const isToRun = entry.status === 'resolved' && toMembers(entry.payload)['approved'] === true
  if (purpose.kind !== 'approve-call' || settled !== undefined || !isToRun) return
  const shown = toMembers(entry.metadata?.['agui-kit'])['argsSha256']
  const argsSha256 = toArgsSha256(purpose.args)
  if (shown === undefined || shown === argsSha256) return
  const message = say(
    lang,
    '你看到的参数和将要执行的不一致，没有执行任何操作。请刷新后重新确认。',
    'The arguments you were shown are not the ones that would run. Nothing was done; reload and decide again.',
  )
  throw new RunFailure('arguments-changed', message, { interruptIds: [entry.interruptId], argsSha256 })
}

/** JSON Pointers of what does not fit, innermost places only. */
function failingPaths(schema: Schema, payload: unknown): readonly string[] {
  if (payload === undefined) return ['/']
  const result = new Validator(schema, '2020-12', false).validate(payload)
  if (result.valid) return []
  const paths = result.errors.map((error) => {
    const place = error.instanceLocation.slice(1)
    const missing = error.keyword === 'required' ? /"([^"]+)"/.exec(error.error)?.[1] : undefined
    return missing === undefined ? place || '/' : `${place}/${missing}`
  })
  const inner = (path: string) =>
    !paths.some((other) => other !== path && other.startsWith(path === '/' ? '/' : `${path}/`))
  return [...new Set(paths.filter(inner))]
}

function interruptsOpen(open: readonly InterruptRecord[], lang: Lang): RunFailure {
  const message = say(
    lang,
    `还有 ${open.length} 个审批等你决定。请先批准、拒绝或取消，再继续对话。`,
    `${open.length === 1 ? 'One decision is' : `${open.length} decisions are`} still waiting for you. Answer or cancel first, then go on.`,
  )
  // The questions travel along: a client that lost them can show them again instead of being stuck.
  return new RunFailure('interrupts-open', message, {
    interruptIds: open.map((record) => record.interrupt.id),
    interrupts: open.map((record) => record.interrupt as unknown as JsonObject),
  })
}

function incomplete(missing: readonly InterruptRecord[], twice: readonly string[], lang: Lang): RunFailure {
  const message = say(
    lang,
    '每个待定的审批都要恰好答复一次。没有执行任何操作，请补全后重试。',
    'Every open approval needs exactly one answer. Nothing was done; complete the answers and try again.',
  )
  return new RunFailure('resume-incomplete', message, {
    interruptIds: [...missing.map((record) => record.interrupt.id), ...twice],
  })
}
