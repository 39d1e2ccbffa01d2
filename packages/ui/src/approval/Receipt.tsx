import { type Decision, type Delivery, editedArgsOf, isDenial } from '@agui-kit/core'
import { useSession } from '@agui-kit/react'
import type { ReactNode } from 'react'
import { isRecord, isSameJson, ownMember } from '../format/json.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/paths.ts'
import { provesUntouched } from '../notices/failure-kind.ts'
import { CopyButton } from '../parts/CopyButton.tsx'
import { Changed, Told } from '../parts/Told.tsx'
import { toWords } from '../parts/to-words.ts'
import { useNow } from '../parts/useNow.ts'
import { VisibleText } from '../parts/VisibleText.tsx'
import { fieldAt, labelOf } from '../presentation/fields.ts'
import { localize } from '../presentation/presentation.ts'
import { asStatement } from '../presentation/tool-words.ts'
import { useUi } from '../provider/useUi.ts'
import { type ApprovalWords, useApprovalWords } from './useApprovalWords.ts'

const ICONS: Readonly<Record<Delivery, IconName>> = {
  queued: 'inbox-up',
  sending: 'ring',
  accepted: 'check-circle',
  unconfirmed: 'question',
  failed: 'danger',
}

/** A decision as its own record: what, who, when, what was changed, and how far it has come. */
export function Receipt({ decision }: { readonly decision: Decision }): ReactNode {
  const { messages, locale } = useUi()
  const words = useApprovalWords(decision.interrupt)
  const edited = editedArgsOf(decision)
  const { delivery, failure } = decision
  const title = isDenial(decision)
    ? words.declined()
    : words.sentence(edited).map(({ was: _, ...part }) => part)
  const isUntouched =
    (delivery === 'failed' && failure !== undefined && provesUntouched(failure)) ||
    (delivery === 'accepted' && saysNo(decision))
  return (
    <section className="agui-card agui-receipt" data-delivery={delivery} data-answer={answerOf(decision)}>
      <Icon name={iconOf(decision)} className="agui-state-icon" />
      <p className="agui-receipt-title" dir="auto">
        <Told parts={answerOf(decision) === 'answered' ? title : asStatement(title)} />
      </p>
      <span className="agui-state-word">{stateWord(decision, messages)}</span>
      <div className="agui-receipt-text">
        <span>
          <DecidedBy decision={decision} />
          <Given decision={decision} words={words} />
          {saysNo(decision) && delivery === 'accepted' && (
            <>
              <Dot />
              {messages.delivery.accepted}
            </>
          )}
          {(isUntouched || delivery !== 'accepted') && delivery !== 'sending' && messages.fullStop}
        </span>
        {delivery === 'queued' && <span>{messages.waitsForOthers}</span>}
        {delivery === 'unconfirmed' && <span>{messages.notConfirmed}</span>}
        {delivery === 'failed' && (
          <span>{failure?.source === 'agent' ? messages.notAccepted : messages.notSent}</span>
        )}
        {isUntouched && words.tool.untouched !== undefined && (
          <strong>{localize(words.tool.untouched, locale)}</strong>
        )}
        {delivery === 'failed' && failure?.source === 'agent' && (
          <span className="agui-quote">
            {messages.agentSays} <VisibleText text={failure.message} />
          </span>
        )}
        {delivery === 'failed' && failure?.code !== undefined && (
          <span className="agui-code">
            <VisibleText text={codeOf(failure)} className="agui-mono" />
            <CopyButton text={codeOf(failure)} label={messages.copyCode(codeOf(failure))} />
          </span>
        )}
      </div>
      <ReceiptActions decision={decision} />
    </section>
  )
}

function ReceiptActions({ decision }: { readonly decision: Decision }): ReactNode {
  const { messages } = useUi()
  const { answer, revoke } = useSession()
  const { delivery, entry, interruptId } = decision
  if (delivery === 'queued') {
    return (
      <div className="agui-receipt-actions">
        <button type="button" className="agui-link" onClick={() => revoke(interruptId)}>
          <Icon name="undo" />
          {messages.undo}
        </button>
      </div>
    )
  }
  if (delivery !== 'failed' && delivery !== 'unconfirmed') return null
  const sendAgain = (): void => {
    // The very same answer: the agent counts it once. Why it fails again is told by the next receipt.
    answer(interruptId, entry).catch(() => undefined)
  }
  return (
    <div className="agui-receipt-actions">
      {delivery === 'failed' && (
        <button type="button" className="agui-link" onClick={() => revoke(interruptId)}>
          <Icon name="edit" />
          {messages.change}
        </button>
      )}
      <button type="button" className="agui-link" onClick={sendAgain}>
        <Icon name="refresh" />
        {delivery === 'failed' ? messages.retrySending : messages.sendAgain}
      </button>
    </div>
  )
}

const saysNo = (decision: Decision): boolean => decision.entry.status === 'cancelled' || isDenial(decision)

/** An accepted no is told as a no: "Accepted" beside it could be read as done. */
function stateWord(decision: Decision, messages: ReturnType<typeof useUi>['messages']): string {
  if (decision.delivery !== 'accepted' || !saysNo(decision)) return messages.delivery[decision.delivery]
  return messages.toolStatus[decision.entry.status === 'cancelled' ? 'cancelled' : 'denied']
}

type GivenAnswer = 'approved' | 'denied' | 'answered' | 'cancelled'

function answerOf(decision: Decision): GivenAnswer {
  if (decision.entry.status === 'cancelled') return 'cancelled'
  if (isDenial(decision)) return 'denied'
  return ownMember(decision.entry.payload, 'approved') === true ? 'approved' : 'answered'
}

function iconOf(decision: Decision): IconName {
  if (decision.delivery !== 'accepted') return ICONS[decision.delivery]
  const answer = answerOf(decision)
  if (answer === 'denied') return 'ban'
  return answer === 'cancelled' ? 'minus' : ICONS.accepted
}

function DecidedBy({ decision }: { readonly decision: Decision }): ReactNode {
  const { messages, formats } = useUi()
  const time = formats.time(decision.decidedAtMs, useNow(false))
  const say = {
    approved: messages.approvedBy,
    denied: messages.deniedBy,
    answered: messages.answeredBy,
    cancelled: messages.cancelledBy,
  }[answerOf(decision)]
  return say(time)
}

/** What was changed, or what was answered. */
function Given({
  decision,
  words,
}: {
  readonly decision: Decision
  readonly words: ApprovalWords
}): ReactNode {
  const ui = useUi()
  const edited = editedArgsOf(decision)
  if (answerOf(decision) === 'answered') {
    const { payload } = decision.entry
    const values = isRecord(payload) ? Object.values(payload) : [payload]
    return values
      .filter((value) => value !== undefined)
      .map((value, index) => (
        // Values of one answer have no identity but their place.
        <span key={index}>
          <Dot />
          <VisibleText text={toWords(value, undefined, ui)} />
        </span>
      ))
  }
  if (!isRecord(edited)) return null
  const changed = Object.keys(edited).filter((key) => !isSameJson(edited[key], ownMember(words.input, key)))
  return changed.map((key) => {
    const field = fieldAt(words.tool.fields, key)
    return (
      <span key={key}>
        <Dot />
        {changed.length > 1 && (
          <>
            <VisibleText text={labelOf(key, field, ui.locale)} />{' '}
          </>
        )}
        <Changed was={<VisibleText text={toWords(ownMember(words.input, key), field, ui)} />}>
          <VisibleText text={toWords(edited[key], field, ui)} />
        </Changed>
      </span>
    )
  })
}

function Dot(): ReactNode {
  return (
    <span className="agui-dot" aria-hidden="true">
      ·
    </span>
  )
}

function codeOf(failure: NonNullable<Decision['failure']>): string {
  const { status } = failure.details ?? {}
  return status === undefined ? (failure.code ?? '') : `${status} ${failure.code ?? ''}`
}
