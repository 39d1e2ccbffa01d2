import { Composer, ConnectionBanner, MessageList } from '@agui-kit/ui'

export function Conversation() {
  return (
    <div style={{ display: 'flex', flexDirection: 'column', blockSize: '100%' }}>
      <MessageList empty={<p>Ask away.</p>} />
      <ConnectionBanner cut={false} />
      <Composer />
    </div>
  )
}
