import { AguiProvider } from '@agui-kit/react'
import { Chat, UiProvider } from '@agui-kit/ui'
import '@agui-kit/ui/styles.css'

const AGENT_URL = 'http://127.0.0.1:8787/ag-ui/agent'

export function SupportChat() {
  return (
    <AguiProvider url={AGENT_URL} threadId="support">
      <UiProvider agentUrl={AGENT_URL}>
        <Chat title="Support" suggestions={['List orders']} />
      </UiProvider>
    </AguiProvider>
  )
}
