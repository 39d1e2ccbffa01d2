import { createIndexedDbPersistence } from '@agui-kit/core'
import { AguiProvider } from '@agui-kit/react'
import { Chat } from '@agui-kit/ui'
import '@agui-kit/ui/styles.css'

// What is open when the page goes is there when it comes back: messages, tool cards, approvals.
const persistence = createIndexedDbPersistence()

export function Assistant() {
  return (
    <AguiProvider url="http://127.0.0.1:8787/ag-ui/agent" threadId="support" persistence={persistence}>
      {/* Chat fills its parent, so its parent has a height. */}
      <div style={{ height: '100dvh' }}>
        <Chat title="Support" />
      </div>
    </AguiProvider>
  )
}
