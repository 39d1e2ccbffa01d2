import { createHttpTransport, createIndexedDbPersistence } from '@agui-kit/core'
import { AguiProvider, useOwnSession } from '@agui-kit/react'
import type { ReactNode } from 'react'

const transport = createHttpTransport({ url: '/ag-ui/agent' })
const persistence = createIndexedDbPersistence()

export function Thread({ threadId, children }: { threadId: string; children: ReactNode }) {
  const session = useOwnSession({ transport, persistence, threadId })
  return <AguiProvider session={session}>{children}</AguiProvider>
}
