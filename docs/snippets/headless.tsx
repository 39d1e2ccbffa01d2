import { useAnswer, useInterrupts, useMessage, useMessageIds } from '@agui-kit/react'

function Line({ id }: { id: string }) {
  const message = useMessage(id) // wakes this line alone
  return <p>{typeof message?.content === 'string' ? message.content : null}</p>
}

export function Conversation() {
  const ids = useMessageIds() // changes only when messages come or go
  const interrupts = useInterrupts()
  const answer = useAnswer()
  return (
    <>
      {ids.map((id) => (
        <Line key={id} id={id} />
      ))}
      {interrupts.map(({ interrupt }) => (
        <button
          key={interrupt.id}
          type="button"
          onClick={() => void answer(interrupt.id, { status: 'resolved', payload: { approved: true } })}
        >
          Approve: {interrupt.message}
        </button>
      ))}
    </>
  )
}
