import { createHttpTransport, createSession, toMessages } from '@agui-kit/core'

export async function lookUp(url: string, question: string) {
  const session = createSession({ transport: createHttpTransport({ url }) })
  const run = await session.send(question)
  const { thread } = session.getSnapshot()
  await session.close()
  return { run: run.kind, messages: toMessages(thread.messages) }
}
