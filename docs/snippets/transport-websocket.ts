import { createWebSocketTransport } from '@agui-kit/core/websocket'

declare function freshTicket(): Promise<string>

export const transport = createWebSocketTransport({
  // A browser sends no headers of ours with a WebSocket, so a short-lived ticket goes in the URL.
  url: async () => `wss://agent.example/run?ticket=${await freshTicket()}`,
})
