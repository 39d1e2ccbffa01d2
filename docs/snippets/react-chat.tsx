import { AguiProvider, useComposer, useMessage, useMessageIds } from '@agui-kit/react'

export function App() {
  return (
    <AguiProvider url="/ag-ui/agent">
      <Messages />
      <Composer />
    </AguiProvider>
  )
}

export function Messages() {
  return useMessageIds().map((id) => <Message key={id} id={id} />)
}

function Message({ id }: { id: string }) {
  const message = useMessage(id)
  return <p>{typeof message?.content === 'string' ? message.content : null}</p>
}

export function Composer() {
  const { textareaProps, canSend, send, isRunning, stop } = useComposer()
  return (
    <>
      <textarea {...textareaProps} aria-label="Message" />
      {isRunning ? <button onClick={stop}>Stop</button> : null}
      <button onClick={send} disabled={!canSend}>
        Send
      </button>
    </>
  )
}
