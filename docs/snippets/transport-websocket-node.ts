import { createWebSocketTransport } from '@agui-kit/core/websocket'
import { WebSocket } from 'ws'

declare const token: string

class AuthorizedWebSocket extends WebSocket {
  constructor(url: string, protocols?: string[]) {
    super(url, protocols, { headers: { authorization: `Bearer ${token}` } })
  }
}

export const transport = createWebSocketTransport({
  url: 'wss://agent.example/run',
  WebSocket: AuthorizedWebSocket,
})
