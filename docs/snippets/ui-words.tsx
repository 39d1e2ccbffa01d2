import { UiProvider } from '@agui-kit/ui'
import type { ReactNode } from 'react'
import { presentation } from './ui-presentation.ts'

export function Words({ children }: { children: ReactNode }) {
  return (
    <UiProvider locale="zh-CN" presentation={presentation} messages={{ approve: '同意', deny: '不同意' }}>
      {children}
    </UiProvider>
  )
}
