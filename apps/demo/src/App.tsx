import { createIndexedDbPersistence } from '@agui-kit/core'
import { AguiProvider } from '@agui-kit/react'
import { UiProvider } from '@agui-kit/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { toAgentUrl } from './agent-url.ts'
import { Desk } from './Desk.tsx'
import { setQuery, useQuery } from './location.ts'
import { presentation, STEP_NAMES } from './presentation.ts'
import { useLocale, useTheme } from './settings.ts'
import { createThreadList } from './thread-list.ts'
import { WORDS } from './words.ts'

const persistence = createIndexedDbPersistence({ name: 'agui-kit-demo' })
const list = createThreadList(window.localStorage)

const newThreadId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, '0')).join('')

export function App(): ReactNode {
  const query = useQuery()
  const [locale, setLocale] = useLocale()
  const [theme, setTheme] = useTheme()
  const [firstThreadId] = useState(() => query.get('thread') ?? newThreadId())
  const threadId = query.get('thread') ?? firstThreadId
  const agentUrl = toAgentUrl(query.get('agent'))
  // The thread is in the address, so that a reload and a bookmark find it.
  useEffect(() => setQuery('thread', threadId, 'replace'), [threadId])
  return (
    <UiProvider locale={locale} presentation={presentation} stepNames={STEP_NAMES} agentUrl={agentUrl}>
      <AguiProvider
        key={`${agentUrl} ${threadId}`}
        url={agentUrl}
        threadId={threadId}
        persistence={persistence}
      >
        <Desk
          words={WORDS[locale]}
          list={list}
          locale={locale}
          onLocale={setLocale}
          theme={theme}
          onTheme={setTheme}
          onOpen={(id) => setQuery('thread', id, 'push')}
          onNew={() => setQuery('thread', newThreadId(), 'push')}
          usesDialog={query.get('approvals') === 'dialog'}
        />
      </AguiProvider>
    </UiProvider>
  )
}
