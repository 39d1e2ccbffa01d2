import type { ClientTool } from '@agui-kit/core'

export const readClipboard: ClientTool = {
  name: 'read_clipboard',
  description: 'Reads the text the person has copied.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  // The arguments are whole and parsed, but untrusted. What is thrown here is sent as the call's error.
  execute: async (_input, { signal }) => {
    signal.throwIfAborted()
    return { text: await navigator.clipboard.readText() }
  },
}
