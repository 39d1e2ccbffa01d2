import { createHttpTransport } from '@agui-kit/core'

declare function freshToken(): Promise<string>

export const transport = createHttpTransport({
  url: '/ag-ui/agent',
  headers: async () => ({ authorization: `Bearer ${await freshToken()}` }),
  credentials: 'include',
})
