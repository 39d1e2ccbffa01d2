import { createHttpTransport, type Transport } from '@agui-kit/core'

export const createTransport = (freshToken: () => Promise<string>, tenant: string): Transport =>
  createHttpTransport({
    url: '/ag-ui/agent',
    // Asked before every request, so that the token may be fresh.
    headers: async () => ({ authorization: `Bearer ${await freshToken()}` }),
    // More fields, or an envelope around the input.
    body: (input) => ({ ...input, tenant }),
    credentials: 'include',
  })
