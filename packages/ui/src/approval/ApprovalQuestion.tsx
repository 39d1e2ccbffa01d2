import type { OpenInterrupt } from '@agui-kit/core'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { isRecord } from '../format/json.ts'
import { Icon } from '../icons/Icon.tsx'
import { LongText } from '../parts/LongText.tsx'
import { ValueList } from '../parts/ValueView.tsx'
import { localize } from '../presentation/presentation.ts'
import { useUi } from '../provider/useUi.ts'
import { ApprovalFrame, WhyAsked } from './ApprovalFrame.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { EditRows } from './EditRows.tsx'
import { withTitles } from './field-words.ts'
import type { Question } from './question.ts'
import { RefusedNote } from './RefusedNote.tsx'
import { useApprovalWords } from './useApprovalWords.ts'
import type { useDecide } from './useDecide.ts'
import { useEdit } from './useEdit.ts'

/** Approve, edit or deny: what will happen, to what, why, how long, the decision. */
export function ApprovalQuestion({
  open,
  question,
  decision,
}: {
  readonly open: OpenInterrupt
  readonly question: Question & { readonly kind: 'approval' }
  readonly decision: ReturnType<typeof useDecide>
}): ReactNode {
  const { messages, locale } = useUi()
  const noteId = useId()
  const words = useApprovalWords(open.interrupt)
  const { call, tool, input, isHighRisk } = words
  const fieldWords = useMemo(() => withTitles(tool.fields, question.editable), [tool, question])
  const edit = useEdit(question.editable, input, fieldWords)
  const confirmWord = isHighRisk && tool.confirmWord ? localize(tool.confirmWord, locale) : undefined
  const [typed, setTyped] = useState('')
  const isConfirmed = confirmWord === undefined || typed.trim().toLowerCase() === confirmWord.toLowerCase()
  const canApprove = edit.problemCount === 0 && isConfirmed

  const sentence = words.sentence(edit.args)

  const approve = (): void => {
    if (!canApprove) return
    const payload = { approved: true, ...(edit.isChanged && { editedArgs: edit.args }) }
    decision.decide({ status: 'resolved', payload })
  }
  const deny = (): void => decision.decide({ status: 'resolved', payload: { approved: false } })

  return (
    <ApprovalFrame
      icon="approval-person"
      eyebrow={messages.needsYourApproval}
      sentence={sentence}
      state="open"
      chip={
        isHighRisk && (
          <span className="agui-chip" data-tone="danger">
            <Icon name="danger" size="tight" />
            {tool.risk === undefined ? messages.highRisk : localize(tool.risk, locale)}
          </span>
        )
      }
    >
      {edit.isEditing ? (
        <EditRows edit={edit} input={input} words={fieldWords} />
      ) : isRecord(input) ? (
        <ValueList value={input} fields={fieldWords} />
      ) : (
        call !== undefined && (
          <pre className="agui-raw">
            <LongText text={call.args} />
          </pre>
        )
      )}
      {words.why !== undefined && <WhyAsked askedBy={words.askedBy} why={words.why} />}
      {confirmWord !== undefined && (
        <label className="agui-row agui-confirm">
          <span className="agui-label">{messages.confirmLabel}</span>
          <span className="agui-value">
            <input
              className="agui-input"
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <span className="agui-field-note">{messages.typeToConfirm(confirmWord)}</span>
          </span>
        </label>
      )}
      <RefusedNote problem={decision.problem} />
      <DecisionBar
        open={open}
        sentence={sentence}
        note={
          edit.problemCount > 0 && (
            <span id={noteId} className="agui-problem">
              {messages.invalidCount(edit.problemCount)}
            </span>
          )
        }
      >
        {edit.canEdit && (
          <button
            type="button"
            className="agui-link agui-edit"
            onClick={edit.isEditing ? edit.cancel : edit.begin}
          >
            {!edit.isEditing && <Icon name="edit" />}
            {edit.isEditing ? messages.cancelEdit : messages.edit}
          </button>
        )}
        <button type="button" className="agui-button agui-decide" onClick={deny}>
          {words.decline}
        </button>
        <button
          type="button"
          className="agui-button agui-decide"
          data-kind={isHighRisk ? 'danger' : 'primary'}
          aria-disabled={!canApprove}
          aria-describedby={edit.problemCount > 0 ? noteId : undefined}
          onClick={approve}
        >
          {words.act(edit.args, edit.isChanged)}
        </button>
      </DecisionBar>
    </ApprovalFrame>
  )
}
