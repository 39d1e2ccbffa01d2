import { defineConfig } from 'tsdown'

export default defineConfig({
  // The old interrupts, protobuf and WebSocket are entries of their own: who does not import them does not carry them.
  entry: {
    index: 'src/index.ts',
    legacy: 'src/legacy/on-interrupt.ts',
    protobuf: 'src/transport/protobuf.ts',
    websocket: 'src/transport/websocket.ts',
  },
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  sourcemap: true,
  fixedExtension: false,
})
