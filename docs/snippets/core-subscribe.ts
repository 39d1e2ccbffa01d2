import { messageOf, type Session } from '@agui-kit/core'

export function watch(session: Session, messageId: string, show: (text: string) => void): () => void {
  return session.subscribe(`message:${messageId}`, () => {
    const message = messageOf(session.getSnapshot().thread.messages, messageId)
    if (message?.role === 'assistant') show(message.content ?? '')
  })
}
