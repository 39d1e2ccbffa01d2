import { isKitError, type OpenInterrupt } from '@agui-kit/core'
import { useAnswer, useExpiry, useInterrupts } from '@agui-kit/react'
import { useState } from 'react'

export function Approvals() {
  return useInterrupts().map((open) => <Approval key={open.interrupt.id} open={open} />)
}

function Approval({ open }: { open: OpenInterrupt }) {
  const { interrupt, decision } = open
  const answer = useAnswer()
  const { remainingMs, expired } = useExpiry(open)
  const [refusal, setRefusal] = useState<string>()
  const decide = (approved: boolean) => {
    answer(interrupt.id, { status: 'resolved', payload: { approved } }).catch((error: unknown) =>
      setRefusal(isKitError(error) ? error.code : String(error)),
    )
  }
  if (decision !== undefined) return <p>Your answer: {decision.delivery}</p>
  return (
    <section aria-label={interrupt.message}>
      <p>{interrupt.message}</p>
      {remainingMs !== undefined && <p>{expired ? 'Expired' : `${Math.ceil(remainingMs / 1000)} s left`}</p>}
      <button type="button" disabled={expired} onClick={() => decide(false)}>
        Deny
      </button>
      <button type="button" disabled={expired} onClick={() => decide(true)}>
        Approve
      </button>
      {refusal && <p role="alert">{refusal}</p>}
    </section>
  )
}
