import type { OpenInterrupt } from '@agui-kit/core'
import { type FormEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { humanise } from '../format/humanise.ts'
import { VisibleText } from '../parts/VisibleText.tsx'
import { useUi } from '../provider/useUi.ts'
import { toDraft } from '../schema/draft-value.ts'
import { FieldControl } from '../schema/FieldControl.tsx'
import type { Field } from '../schema/field.ts'
import { problemText } from '../schema/problem-text.ts'
import { useFieldDrafts } from '../schema/useFieldDrafts.ts'
import { ApprovalFrame, WhyAsked } from './ApprovalFrame.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import type { Question } from './question.ts'
import { RefusedNote } from './RefusedNote.tsx'
import { useApprovalWords } from './useApprovalWords.ts'
import type { useDecide } from './useDecide.ts'

const nothing = (): undefined => undefined

/** A question with fields of its own: the form the agent's schema asks for. */
export function InputQuestion({
  open,
  question,
  decision,
}: {
  readonly open: OpenInterrupt
  readonly question: Exclude<Question, { kind: 'approval' }>
  readonly decision: ReturnType<typeof useDecide>
}): ReactNode {
  const { messages } = useUi()
  const formId = useId()
  const words = useApprovalWords(open.interrupt)
  const fields = useMemo(() => (question.kind === 'form' ? question.fields : [question.field]), [question])
  const drafts = useFieldDrafts(fields, nothing, toDraft)
  const [isTried, setTried] = useState(false)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (drafts.problems.size > 0) return
    const payload =
      question.kind === 'form' ? Object.fromEntries(drafts.values) : drafts.values.get(question.field.key)
    decision.decide({ status: 'resolved', ...(payload !== undefined && { payload }) })
  }

  return (
    <ApprovalFrame
      icon="question"
      eyebrow={messages.needsYourAnswer}
      sentence={words.sentence()}
      state="open"
    >
      <form id={formId} className="agui-list" data-editing onSubmit={submit} noValidate>
        {fields
          .filter((field) => field.fixed === undefined)
          .map((field) => (
            <InputRow
              key={field.key}
              field={field}
              drafts={drafts}
              label={question.kind === 'value' ? (field.title ?? messages.yourAnswer) : undefined}
              // An empty form is not wrong yet.
              isJudged={isTried || drafts.changed.has(field.key)}
            />
          ))}
      </form>
      {words.why !== undefined && <WhyAsked askedBy={words.askedBy} why={words.why} />}
      <RefusedNote problem={decision.problem} />
      <DecisionBar
        open={open}
        sentence={words.sentence()}
        note={
          isTried &&
          drafts.problems.size > 0 && (
            <span className="agui-problem">{messages.invalidCount(drafts.problems.size)}</span>
          )
        }
      >
        <button
          type="button"
          className="agui-button agui-decide"
          onClick={() => decision.decide({ status: 'cancelled' })}
        >
          {messages.dontAnswer}
        </button>
        <button
          type="submit"
          form={formId}
          className="agui-button agui-decide"
          data-kind="primary"
          aria-disabled={isTried && drafts.problems.size > 0}
        >
          {messages.submitAnswer}
        </button>
      </DecisionBar>
    </ApprovalFrame>
  )
}

function InputRow({
  field,
  drafts,
  label: given,
  isJudged,
}: {
  readonly field: Field
  readonly drafts: ReturnType<typeof useFieldDrafts>
  readonly label: string | undefined
  readonly isJudged: boolean
}): ReactNode {
  const { messages, formats } = useUi()
  const id = useId()
  const label = given ?? field.title ?? humanise(field.key)
  const problem = isJudged ? drafts.problems.get(field.key) : undefined
  const hasNote = problem !== undefined || field.description !== undefined || !field.isRequired
  return (
    <div className="agui-row">
      <span className="agui-label" aria-hidden="true">
        <VisibleText text={label} />
      </span>
      <div className="agui-value">
        <FieldControl
          field={field}
          draft={drafts.draftOf(field)}
          label={label}
          isInvalid={problem !== undefined}
          describedBy={hasNote ? id : undefined}
          onChange={(draft) => drafts.set(field.key, draft)}
        />
        <span id={id} className="agui-field-note">
          {problem !== undefined ? (
            <span className="agui-problem">{problemText(problem, messages, formats)}</span>
          ) : (
            <>
              {field.description !== undefined && <VisibleText text={field.description} />}
              {!field.isRequired && field.control !== 'boolean' && <span>{messages.optional}</span>}
            </>
          )}
        </span>
      </div>
    </div>
  )
}
