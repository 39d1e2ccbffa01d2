import { createHttpTransport, createSession, toMessages } from '@agui-kit/core'

export async function ask(url: string, question: string): Promise<string> {
  const session = createSession({ transport: createHttpTransport({ url }) })
  const run = await session.send(question)
  const { messages } = session.getSnapshot().thread
  await session.close()
  if (run.kind !== 'finished') throw new Error(`The run is ${run.kind}`)
  const answer = toMessages(messages).findLast((message) => message.role === 'assistant')
  return typeof answer?.content === 'string' ? answer.content : ''
}
