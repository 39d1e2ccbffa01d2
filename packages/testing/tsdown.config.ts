import { defineConfig } from 'tsdown'

const shared = {
  format: 'esm',
  target: 'es2022',
  dts: true,
  sourcemap: true,
  fixedExtension: false,
} as const

export default defineConfig([
  { ...shared, entry: ['src/index.ts', 'src/arbitraries.ts'], platform: 'neutral' },
  // Scripted agents and recordings need sockets and files.
  { ...shared, entry: ['src/node.ts'], platform: 'node', clean: false },
])
